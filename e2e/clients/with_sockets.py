"""Runs a command that inherits listening sockets of 127.0.0.1 on free ports.

    with_sockets.py COUNT COMMAND...    CLIENT_SOCKETS lists them: DESCRIPTOR:PORT, separated by commas
"""

import os
import socket
import sys

sockets = [socket.create_server(("127.0.0.1", 0), backlog=128) for _ in range(int(sys.argv[1]))]
for held in sockets:
    held.set_inheritable(True)
os.environ["CLIENT_SOCKETS"] = ",".join(f"{held.fileno()}:{held.getsockname()[1]}" for held in sockets)
os.execvp(sys.argv[2], sys.argv[2:])
