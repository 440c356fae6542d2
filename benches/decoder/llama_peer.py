#!/usr/bin/env python3
"""Measure what crates/decoder/benches/decoder.rs measures, with llama.cpp (the wheel xllamacpp) on one thread.

llama.cpp keeps what it has read of a text, so each run reads another text of the same length. Its own clock counts.
"""
import json
import os
import sys

import xllamacpp

FIRST, STEP, BEFORE, VOCABULARY = 1000, 7919, 64, 49152


def main():
    path, task, n_tokens, warm_up, timed = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6])
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.n_ctx = 2048
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup = False
    # The library writes to standard output too.
    out = os.dup(1)
    os.dup2(2, 1)
    server = xllamacpp.Server(params)
    millis = []
    for run in range(warm_up + timed):
        length, wanted = (n_tokens, 1) if task == "read" else (BEFORE, n_tokens + 1)
        text = [(FIRST + run + place * STEP) % VOCABULARY for place in range(length)]
        answer = server.handle_completions({"prompt": text, "n_predict": wanted, "temperature": 0, "ignore_eos": True})
        times = answer["timings"]
        if run >= warm_up:
            # The first new token comes with the text.
            per_token = times["predicted_ms"] / times["predicted_n"]
            millis.append(times["prompt_ms"] if task == "read" else n_tokens * per_token)
    os.write(out, json.dumps({"millis": millis}).encode())


main()
