// Every figure at rest, compared with its stored picture.

import { FIGURES, expect, figure, frames, open, test } from "./lab.mjs";

for (const name of FIGURES) {
  for (const [scheme, width] of /** @type {const} */ ([["light", 1440], ["dark", 390]])) {
    test(`${name}, ${scheme}, ${width} pixels`, { tag: "@picture" }, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 1000 });
      await open(page);
      const { stage } = figure(page, name);
      await stage.scrollIntoViewIfNeeded();
      await frames(page);
      await expect(stage).toHaveScreenshot(`${name}-${scheme}-${width}.png`);
    });
  }
}

test("the whole page, light, 1440 pixels", { tag: "@picture" }, async ({ page }) => {
  await open(page);
  await expect(page).toHaveScreenshot("page-light-1440.png");
});
