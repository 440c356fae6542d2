// The page of licences.

import { AxeBuilder } from "@axe-core/playwright";
import { execFileSync } from "node:child_process";
import { PAGES, isOurs } from "../../tools/program/contents.mjs";
import { ROOT } from "../../tools/setup/setup.mjs";
import { address, expect, test } from "./lab.mjs";

test("the page names every package of Cargo.lock that the page links, each with a licence and a text", async ({ page }) => {
  await page.goto(address("licences.html"));
  const rows = await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  // A package may be in both tables, once for our own code and once for the standard library.
  const versionsOf = (/** @type {string} */ wanted) => rows.filter(([name]) => name === wanted).flatMap(([, versions]) => versions.split(", "));
  const args = ["tree", "--offline", "--locked", "--target", "wasm32-unknown-unknown", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"];
  // Each program alone, as the build compiles it.
  for (const program of PAGES.packages) {
    const tree = execFileSync("cargo", [...args, "--package", program], { cwd: ROOT, encoding: "utf8" });
    const linked = tree.trim().split("\n").map((line) => line.split(" ")).filter(([name]) => !isOurs(name));
    expect(linked.length).toBeGreaterThan(10);
    for (const [name, version] of linked) {
      expect(versionsOf(name), name).toContain(version.slice(1));
    }
  }
  const bare = rows.filter(([, , licence, ...rest]) => !licence || (!rest.at(-1) && licence !== "public domain"));
  expect(bare).toEqual([]);
  for (const name of ["Inter", "Literata", "all-MiniLM-L6-v2", "std", "leptos"]) {
    expect(versionsOf(name), name).not.toEqual([]);
  }
});

test("each number leads to a text on the page, and every page leads to the page of licences", async ({ page }) => {
  await page.goto(address("licences.html"));
  const lost = await page.locator('tbody a[href^="#"]').evaluateAll((links) =>
    links.map((link) => link.getAttribute("href") ?? "").filter((href) => !document.querySelector(`${href} ~ pre`)?.textContent),
  );
  expect(lost).toEqual([]);
  for (const name of ["", "lab.html", "models.html", "gallery.html"]) {
    await page.goto(address(name));
    await expect(page.locator("footer a[href='licences.html']")).toBeVisible();
  }
});

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds no faults in the page of licences, and nothing is wider than a phone, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(address("licences.html"));
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}
