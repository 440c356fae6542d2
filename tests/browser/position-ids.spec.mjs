// The position ids of the tokens that a reader types, in the room of models.

import { address, expect, mentions, test } from "./lab.mjs";

test("the position ids of a layout follow the text, and a layout that is none keeps the last ones", async ({ page }) => {
  await page.goto(address("models.html#model=qwen3-vl-4b"));
  const field = page.getByRole("textbox", { name: "example tokens" });
  await expect(field).toHaveValue(/<image/);
  const axis = (/** @type {string} */ name) => page.locator("#panel tr", { has: page.getByRole("rowheader", { name, exact: true }) }).locator("td");
  await field.fill("a <image 1x2> b");
  await expect(axis("column")).toHaveText(["0", "1", "2", "3"]);
  await expect(page).toHaveURL(/layout=a/);
  await field.fill("a <image 1x> b");
  await expect(page.locator("#ask-error")).toContainText(mentions("<image 1x>", "<image 2x3>"));
  await expect(axis("column")).toHaveText(["0", "1", "2", "3"]);
  await page.goto("about:blank");
  await page.goto(address("models.html#model=qwen3-vl-4b&layout=%3Cimage"));
  await expect(page.locator("#ask-error")).toContainText(">");
  await expect(axis("column").first()).toHaveText("0");
  await field.fill("");
  await expect(page.locator("#ask-error")).toBeEmpty();
  await page.locator("#shelf").selectOption("llama-2-7b");
  await expect(field).toHaveValue(/^pad/);
  await expect(axis("position").first()).toHaveText("0");
  await page.locator("#shelf").selectOption("bloom-560m");
  await expect(field).toBeHidden();
});
