"""Prints each connect event that ton-connect hands to an app.

The first line is the client ID. Then one line per event: the app version of the wallet.
"""

import asyncio
import sys
from urllib.parse import parse_qs, urlsplit

from ton_connect import Event, MemoryStorage, TonConnect
from ton_connect.models import AppWallet


async def received(connector, message) -> None:
    print(message.payload.device.app_version, flush=True)


async def main(bridge: str) -> None:
    wallet = AppWallet(
        name="Wallet",
        app_name="wallet",
        image="https://wallet.example.org/icon.png",
        bridge=[{"type": "sse", "url": bridge}],
        platforms=["android"],
        features=[],
    )
    app = TonConnect(MemoryStorage(), "https://app.example.org/tonconnect-manifest.json", [wallet])
    app.register(Event.MESSAGE, received)
    connector = app.create_connector("1")
    link = await connector.connect(connector.make_connect_request())
    print(parse_qs(urlsplit(link).query)["id"][0], flush=True)
    await asyncio.Event().wait()


asyncio.run(main(sys.argv[1]))
