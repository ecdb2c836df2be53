"""`python3 bench/files/toolkit.py <module> <class> <path>`: reads a file and writes it with translate-toolkit.

It prints the processor time in ms, and the peak of its memory in MB.
"""

import importlib
import json
import re
import sys
import time

module, name, path = sys.argv[1:]
store_class = getattr(importlib.import_module(f"translate.storage.{module}"), name)
with open(path, "rb") as file:
    content = file.read()
before = time.process_time()
store = store_class()
store.parse(content)
written = bytes(store)
took_ms = (time.process_time() - before) * 1000
if len(written) < len(content) / 2:
    raise SystemExit(f"wrote {len(written)} bytes of {len(content)}")
with open("/proc/self/status", encoding="utf-8") as status:
    peak_kb = int(re.search(r"^VmHWM:\s+(\d+) kB$", status.read(), re.MULTILINE).group(1))
print(json.dumps({"tookMs": took_ms, "peakMb": peak_kb / 1024}))
