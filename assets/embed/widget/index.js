// The element for notebooks: `supply` says where its files come from, before the first figure starts.

import "../phasor.js";

export { supply } from "./page.js";
