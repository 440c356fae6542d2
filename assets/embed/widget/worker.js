// What stands for `fetch` in the workers of the variant for notebooks: the page reads the files.

import { fetcher } from "./files.js";

export const fetch = fetcher(/** @type {any} */ (globalThis).phasorFile);
