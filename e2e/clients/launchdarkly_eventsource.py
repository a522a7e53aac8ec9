"""Prints the data of each message that LaunchDarkly's client reads."""

import sys

from ld_eventsource import SSEClient
from ld_eventsource.config import ErrorStrategy

with SSEClient(sys.argv[1], error_strategy=ErrorStrategy.always_continue()) as client:
    for event in client.events:
        if event.event == "message":
            print(event.data, flush=True)
