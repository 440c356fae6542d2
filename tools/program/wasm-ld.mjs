#!/usr/bin/env node
// Links a program of the page without the functions that leptos exports for streams from servers, because we have no
// server. The linker drops code that is neither exported nor called. The compiler runs this script as its linker.

import { spawnSync } from "node:child_process";

/** The names of these exports, with the prefixes of wasm-bindgen. */
const STREAMS = /^(__wbindgen_describe_|__wbg_)?intounderlying/;
const EXPORT = "--export";

/** The arguments that select WebAssembly; the compiler omits them for a linker with this file name. */
const FLAVOR = ["-flavor", "wasm"];

const args = process.argv.slice(process.argv[2] === FLAVOR[0] ? 4 : 2);
const isKept = args.map((arg, place) => !STREAMS.test(arg === EXPORT ? args[place + 1] : args[place - 1] === EXPORT ? arg : ""));
const { status } = spawnSync("rust-lld", [...FLAVOR, ...args.filter((_, place) => isKept[place])], { stdio: "inherit" });
process.exit(status ?? 1);
