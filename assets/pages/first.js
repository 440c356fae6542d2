// What a page does before its first paint. One file, because each request of the head delays those of the scripts that
// come after it.

import "./redirect.js";
import "./scheme.js";
