// The state in the address: shared, restored, reached by Back, and hostile.

import { expect, figure, lab, mentions, open, painted, query, shared, test, type } from "./lab.mjs";

const QUERY = "?base=500000&dim=128&position=4000&offset=-12&length=512&bits=13&measure=dot&zoom=4&view-row=100&view-column=90&pair=7&pairing=interleaved&content=tilted&order=concatenated&pairs=1-3&far-offset=99&speed=8";

test("a deep link restores every parameter, and survives reload", async ({ page }) => {
  await open(page, QUERY);
  for (let visit = 0; visit < 2; visit += 1) {
    await expect(shared(page, "base").box).toHaveValue("500000");
    for (const name of ["sine-waves", "rotation-angles", "distance-heatmap"]) {
      await figure(page, name).open("Settings");
    }
    await expect(page.locator("#sine-waves-pairs")).toHaveValue("1-3");
    await expect(page.locator("#rotation-angles-pairing")).toHaveValue("interleaved");
    await expect(page.locator("#distance-heatmap-measure")).toHaveValue("dot");
    await expect(figure(page, "distance-heatmap").box("view-column")).toHaveValue("90");
    expect(page.url()).toBe(lab(QUERY));
    await page.reload();
    await painted(page, page);
  }
});

test("the back button leads through earlier states", async ({ page }) => {
  await open(page);
  const { box } = shared(page, "base");
  await type(box, "500000");
  await expect.poll(() => query(page).get("base")).toBe("500000");
  await type(box, "1000000");
  await expect.poll(() => query(page).get("base")).toBe("1000000");
  await page.goBack();
  await expect(box).toHaveValue("500000");
  await page.goBack();
  await expect(box).toHaveValue("10000");
  await page.goForward();
  await expect(box).toHaveValue("500000");
  expect(query(page).get("base")).toBe("500000");
});

test("a number that is typed slowly makes one entry", { tag: "@same" }, async ({ page }) => {
  await open(page);
  const before = await page.evaluate(() => history.length);
  const { box } = shared(page, "base");
  await box.press("ControlOrMeta+a");
  await box.pressSequentially("500000", { delay: 600 });
  await box.press("Tab");
  await expect.poll(() => query(page).get("base")).toBe("500000");
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

test("a link to a figure leads to that figure", async ({ page }) => {
  await open(page, "?dim=128#distance-heatmap");
  await expect(figure(page, "distance-heatmap").section).toBeInViewport();
  await figure(page, "distance-heatmap").open("Settings");
  await type(figure(page, "distance-heatmap").box("zoom"), "2");
  await expect.poll(() => page.url()).toBe(lab("?dim=128&zoom=2#distance-heatmap"));
});

test("a drag makes one history entry", async ({ page }) => {
  await open(page);
  const before = await page.evaluate(() => history.length);
  const { slider } = shared(page, "base");
  // Five presses in a row, however slow the machine is: a pause between them would end the drag.
  await slider.evaluate((input) => {
    for (let press = 0; press < 5; press += 1) {
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    }
  });
  await expect.poll(() => query(page).has("base")).toBe(true);
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

const HOSTILE = [
  ["dim=7", "`dim`", 2, "1,024", "`7`"],
  ["base=NaN", "`base`", 2, "10,000,000", "`NaN`"],
  ["base=1e999", "`base`", 2, "10,000,000", "`1e999`"],
  ["position=-1&dim=0", "`position`", 0, "10,000,000", "`-1`", 1],
  ["measure=%F0%9F%98%80", "`measure`", "cosine-distance", "`😀`"],
  ["pairs=<script>alert(1)</script>", "`pairs`", "auto", 16, "`<script>alert(1)</script>`"],
  [`base=${"9".repeat(5000)}`, "`base`", 2, "10,000,000"],
  ["length=1&".repeat(900), "`length`", 2, "4,096", "`1`"],
];

/** What others add to a link. */
const ADDED = ["utm_source=news&utm_medium=email&utm_campaign=x", "fbclid=IwAR0abc", "gclid=a1", "ref=hackernews", "mc_cid=a&mc_eid=b", "_ga=1.2", "theta=10000", "%00%ff=%E0%A4", "=", "&&?"];

test("what others add to a link is ignored", async ({ page }) => {
  await open(page, `?${ADDED.join("&")}&base=500000`);
  await expect(shared(page, "base").box).toHaveValue("500000");
  await expect(page.locator(".notice p")).toBeHidden();
});

for (const [link, ...parts] of HOSTILE) {
  const text = String(link);
  test(`a bad link shows one error: ${text.slice(0, 40)}`, async ({ page }) => {
    await open(page, `?${text}`);
    const notice = page.locator(".notice p");
    await expect(notice).toBeVisible();
    await expect(notice).toContainText(mentions(...parts));
    expect((await notice.innerText()).length).toBeLessThan(320);
    await expect(shared(page, "base").box).toHaveValue("10000");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toBeHidden();
  });
}

test("the valid parts of a bad link take effect", async ({ page }) => {
  await open(page, "?dim=7&base=500000");
  await expect(shared(page, "base").box).toHaveValue("500000");
  await expect(shared(page, "dim").box).toHaveValue("64");
});
