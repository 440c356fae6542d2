// Serves the finished page for all tests.

import { PREFIX } from "../../playwright.config.mjs";
import { DIST } from "../../tools/build.mjs";
import { serve } from "../../tools/serve.mjs";

export default async function host() {
  const { url, close } = await serve({ root: DIST, prefix: PREFIX });
  process.env.PHASOR_URL = url;
  return close;
}
