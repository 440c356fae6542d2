// The list of what tests read outside of their packages, by which `npm test -- --changed` chooses tests.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { test } from "node:test";
import { READERS, folderOf, packages, withDependents } from "../../tools/check/changed.mjs";
import { files } from "../../tools/check/files.mjs";
import { ROOT } from "../../tools/setup/setup.mjs";

const ALL = files();

/** A path that leads out of a folder, as programs write it; it counts from the file or from the package. */
const OUT = /"(?:\{\})?\/?((?:\.\.\/)+[\w-][^"{]*)/g;

/** Returns the files and folders outside of its folder that the sources of a package name. @param {string} folder */
function outside(folder) {
  const sources = ALL.filter((file) => file.endsWith(".rs") && file.startsWith(folder === "" ? "src/" : `${folder}/`));
  return sources.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(OUT)]
      .flatMap(([, path]) => [posix.join(folder, path), posix.join(dirname(file), path)])
      .map((path) => path.replace(/\/$/, ""))
      .filter((path) => !path.startsWith(`${folder}/`) && ALL.some((other) => other === path || other.startsWith(`${path}/`))),
  );
}

test("every file that a package reads outside of its folder has a row", () => {
  let n_paths = 0;
  for (const one of packages()) {
    for (const path of new Set(outside(folderOf(one)))) {
      const owner = packages().find((other) => path.startsWith(`${folderOf(other)}/`));
      const names = [...(owner ? [owner.name] : []), ...READERS.filter(([start]) => `${path}/`.startsWith(start)).flatMap(([, readers]) => readers)];
      assert.ok(withDependents(names).includes(one.name), `READERS of tools/check/changed.mjs has no row by which ${one.name} reads ${path}`);
      n_paths += 1;
    }
  }
  assert.ok(n_paths > 30);
});
