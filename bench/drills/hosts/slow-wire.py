"""A wire between a host's namespace and the switch's on which every packet takes its time: HOST SWITCH PORT MILLISECONDS."""

import ctypes
import fcntl
import heapq
import os
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
TAP_WITHOUT_HEADERS = 0x0002 | 0x1000
MOST_WAITING = 20000

libc = ctypes.CDLL(None, use_errno=True)


def open_end(namespace, name):
    """The kernel gives a device to the namespace that its maker is in."""
    with open(f"/run/netns/{namespace}") as place:
        if libc.setns(place.fileno(), 0) != 0:
            raise OSError(ctypes.get_errno(), "setns")
    end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH14x", name.encode(), TAP_WITHOUT_HEADERS))
    return end


def main():
    host, switch, port, delay_ms = sys.argv[1:5]
    near, far = open_end(host, "eth0"), open_end(switch, port)
    other = {near: far, far: near}
    delay = float(delay_ms) / 1000
    waiting = []
    count = 0
    print("ready", flush=True)
    while True:
        patience = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        for end in select.select([near, far], [], [], patience)[0]:
            count += 1
            try:
                frame = os.read(end, 65536)
            except OSError:
                continue
            if len(waiting) < MOST_WAITING:
                heapq.heappush(waiting, (time.monotonic() + delay, count, other[end], frame))
        while waiting and waiting[0][0] <= time.monotonic():
            _, _, end, frame = heapq.heappop(waiting)
            try:
                os.write(end, frame)
            except OSError:
                pass


main()
