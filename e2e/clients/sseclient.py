"""Prints the data of each message that sseclient reads."""

import sys

from sseclient import SSEClient

for event in SSEClient(sys.argv[1]):
    if event.event == "message" and event.data:
        print(event.data, flush=True)
