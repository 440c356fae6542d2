#!/usr/bin/env node
// Links a program of the page without what leptos exports for streams from servers, which nothing here
// has: what nobody exports and nobody calls, the linker leaves out. The compiler runs this in place of
// the linker.

import { spawnSync } from "node:child_process";

/** What each of these exports is called, after what wasm-bindgen puts before it. */
const STREAMS = /^(__wbindgen_describe_|__wbg_)?intounderlying/;
const EXPORT = "--export";

/** What tells the linker that it links WebAssembly; the compiler leaves it away for a linker of this name. */
const FLAVOR = ["-flavor", "wasm"];

const args = process.argv.slice(process.argv[2] === FLAVOR[0] ? 4 : 2);
const isKept = args.map((arg, place) => !STREAMS.test(arg === EXPORT ? args[place + 1] : args[place - 1] === EXPORT ? arg : ""));
const { status } = spawnSync("rust-lld", [...FLAVOR, ...args.filter((_, place) => isKept[place])], { stdio: "inherit" });
process.exit(status ?? 1);
