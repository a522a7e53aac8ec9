"""Prints the data of each message that aiohttp-sse-client reads."""

import asyncio
import sys

from aiohttp import ClientTimeout
from aiohttp_sse_client.client import EventSource


async def main(url: str) -> None:
    async with EventSource(url, timeout=ClientTimeout(total=None)) as source:
        async for event in source:
            if event.type == "message":
                print(event.data, flush=True)


asyncio.run(main(sys.argv[1]))
