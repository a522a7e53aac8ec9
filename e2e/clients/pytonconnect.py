"""Prints each connect event that pytonconnect hands to an app.

The first line is the client ID. Then one line per event: the app version of the wallet.
"""

import asyncio
import sys
from urllib.parse import parse_qs, urlsplit

from pytonconnect import TonConnect


async def main(bridge: str) -> None:
    connector = TonConnect("https://app.example.org/tonconnect-manifest.json")
    connector.on_status_change(lambda wallet: print(wallet.device.app_version, flush=True))
    wallet = {"bridge_url": bridge, "universal_url": "https://wallet.example.org/"}
    link = await connector.connect(wallet)
    print(parse_qs(urlsplit(link).query)["id"][0], flush=True)
    await asyncio.Event().wait()


asyncio.run(main(sys.argv[1]))
