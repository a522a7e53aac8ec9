"""Prints the data of each message that httpx-sse reads.

The library does not reconnect. This program does, as the library's README shows.
"""

import sys
import time

import httpx
from httpx_sse import connect_sse

last_event_id = ""
while True:
    headers = {"Last-Event-ID": last_event_id} if last_event_id else {}
    try:
        with httpx.Client(timeout=30) as client, connect_sse(client, "GET", sys.argv[1], headers=headers) as stream:
            stream.response.raise_for_status()
            for event in stream.iter_sse():
                last_event_id = event.id
                if event.event == "message" and event.data:
                    print(event.data, flush=True)
    except httpx.HTTPError:
        pass
    time.sleep(1)
