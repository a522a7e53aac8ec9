"""Prints each connect event that tonutils hands to an app.

The first line is the client ID. Then one line per event: the app version of the wallet.
"""

import asyncio
import sys
from urllib.parse import parse_qs, urlsplit

from tonutils.tonconnect import TonConnect
from tonutils.tonconnect.models import Event, WalletApp
from tonutils.tonconnect.storage import MemoryStorage


async def received(wallet) -> None:
    print(wallet.device.app_version, flush=True)


async def main(bridge: str) -> None:
    app = TonConnect(MemoryStorage(), "https://app.example.org/tonconnect-manifest.json")
    app.register_event(Event.CONNECT, received)
    connector = await app.create_connector(1)
    wallet = WalletApp("wallet", "Wallet", bridge_url=bridge, universal_url="https://wallet.example.org/")
    link = await connector.connect_wallet(wallet)
    print(parse_qs(urlsplit(link).query)["id"][0], flush=True)
    await asyncio.Event().wait()


asyncio.run(main(sys.argv[1]))
