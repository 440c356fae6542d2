// The monkey: thousands of random actions on each page. After each one the page must be valid, and at the end its
// memory must be what it was in the middle.

import { parseArgs } from "node:util";
import { DIST } from "../../tools/program/stamp.mjs";
import { buildCore, list } from "../../tools/program/core.mjs";
import { fail, setUpBrowser } from "../../tools/setup/setup.mjs";
import { serve } from "../../tools/site/serve.mjs";
import { PLAYS, animate } from "./animate.mjs";
import { ADDRESSES } from "./texts.mjs";
import { Visit } from "./visit.mjs";

const PAGES = Object.keys(ADDRESSES);

const HELP = `Plays a monkey on the finished page (npm run build).

  npm run monkey [-- --page NAME,NAME] [--actions N] [--seed S] [--from N] [--go-on] [--show] [--animate M [--real]]

  --page NAMES   ${PAGES.join(", ")} [default: all]
  --actions N    the number of actions on each page [default: 300]
  --seed S       any text; the same seed gives the same actions [default: 1]
  --from N       begin with action N, for a failure that does not depend on the earlier ones [default: 1]
  --animate M    play the first figure of each page for M minutes of the page's clock, and do nothing else
  --real         with --animate: for minutes of real time
  --go-on        continue after a failure, and report each kind of failure once
  --show         print each action`;

function chosen() {
  const text = { type: /** @type {const} */ ("string") };
  const flag = { type: /** @type {const} */ ("boolean") };
  try {
    const { values } = parseArgs({ options: { page: text, actions: text, seed: text, from: text, animate: text, real: flag, "go-on": flag, show: flag, help: flag } });
    const { page, actions = "300", seed = "1", from = "1", animate: minutes = "0", real = false } = values;
    const pages = page?.split(",") ?? PAGES;
    if (values.help || ![actions, from].every((number) => /^[1-9]\d*$/.test(number)) || !/^\d+$/.test(minutes) || pages.some((name) => !PAGES.includes(name))) {
      console.error(HELP);
      process.exit(values.help ? 0 : 2);
    }
    return { pages, minutes: Number(minutes), isReal: real, actions: Number(actions), from: Number(from) - 1, seed, goesOn: values["go-on"] ?? false, isVisible: values.show ?? false };
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}; npm run monkey -- --help shows the options.`);
  }
}

const { pages, minutes, isReal, ...how } = chosen();
await setUpBrowser();
const host = await serve({ root: DIST, prefix: "/some/path/" });
let isWell = true;
if (minutes > 0) {
  for (const name of pages.filter((name) => name in PLAYS)) {
    isWell = (await animate({ name, base: host.url, minutes, isReal })) && isWell;
  }
} else {
  const figures = list(await buildCore());
  for (const name of pages) {
    isWell = (await new Visit({ name, base: host.url, list: figures, ...how }).run()) && isWell;
  }
}
host.close();
process.exit(isWell ? 0 : 1);
