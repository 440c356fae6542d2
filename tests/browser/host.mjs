// Serves the finished page for all tests, and builds the command line for comparison.

import { PREFIX } from "../../playwright.config.mjs";
import { DIST } from "../../tools/program/stamp.mjs";
import { buildCore } from "../../tools/program/core.mjs";
import { FOLDER, PLACE_IN_SITE } from "../../tools/setup/language_model.mjs";
import { serve } from "../../tools/site/serve.mjs";

export default async function host() {
  process.env.PHASOR_CORE = await buildCore();
  const [below, root] = await Promise.all([serve({ root: DIST, prefix: PREFIX, folders: { [PLACE_IN_SITE]: FOLDER } }), serve({ root: DIST })]);
  process.env.PHASOR_URL = below.url;
  process.env.PHASOR_ROOT_URL = root.url;
  return () => {
    below.close();
    root.close();
  };
}
