// The page of licences has only text.

import { keepOffline } from "./idle.js";

addEventListener("load", keepOffline);
