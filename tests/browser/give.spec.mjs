// The frame, the package and the link previews, which we make for other pages in addition to the element.

import { AxeBuilder } from "@axe-core/playwright";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIST } from "../../tools/program/stamp.mjs";
import { list } from "../../tools/program/core.mjs";
import { serve } from "../../tools/site/serve.mjs";
import { cards, share } from "../../tools/site/share.mjs";
import { FIGURES, address, expect, finished, mentions, numbersIn, test } from "./lab.mjs";
import { elsewhere } from "./post.mjs";

test("a frame takes only known parameters from its address, and gets the height that it needs", async ({ page }) => {
  const source = address("embed.html?name=binary-bits&value=252&onfocus=alert(1)&unheard=of");
  await elsewhere(page, `<iframe title="bits" src="${source}" width="700" height="5"></iframe>`);
  const frame = page.frameLocator("iframe");
  await expect(frame.locator(".reading")).toContainText(mentions(252, "11111100"));
  expect(await frame.locator("phasor-figure").evaluate((figure) => figure.getAttributeNames())).toEqual(["name", "value"]);
  // The helper loads late, so it asks for the height.
  await page.addScriptTag({ type: "module", content: readFileSync(join(DIST, "embed", "phasor-frames.js"), "utf8") });
  const height = () => page.locator("iframe").first().evaluate((element) => element.clientHeight);
  await expect.poll(height).toBeGreaterThan(600);
  const inner = await frame.locator("html").evaluate((root) => root.scrollHeight);
  expect(Math.abs((await height()) - inner)).toBeLessThanOrEqual(1);
  await frame.locator(".stage").press("ArrowRight");
  await expect(frame.getByRole("link", { name: "Open in Phasor" })).toHaveAttribute("href", "./?position=253#binary-bits");
});

test("an address sets colours and fonts of a frame, and nothing that could fetch a file", async ({ page }) => {
  const colors = [["--phasor-query", "#aa0033"], ["--phasor-serif", "Georgia, serif"], ["--phasor-surface", "url(nowhere.png)"], ["--phasor-key", "var(--x, url(nowhere.png))"], ["--elsewhere", "red"]];
  await page.goto(address(`embed.html?name=sine-waves&${new URLSearchParams(colors)}`));
  const figure = page.locator("phasor-figure");
  await expect(figure.locator("canvas").first()).toBeVisible();
  expect(await figure.evaluate((element) => /** @type {HTMLElement} */ (element).style.cssText)).toBe("--phasor-query: #aa0033; --phasor-serif: Georgia, serif;");
  await expect(figure.locator(".reading")).toHaveCSS("border-left-color", "rgb(170, 0, 51)");
});

test("the helper ignores messages that do not come from the frame", async ({ page }) => {
  await elsewhere(page, `<iframe title="a figure" src="${address("embed.html?name=sine-waves")}" width="700" height="90"></iframe>`);
  await expect(page.frameLocator("iframe").locator(".reading")).not.toBeEmpty();
  await page.addScriptTag({ type: "module", content: readFileSync(join(DIST, "embed", "phasor-frames.js"), "utf8") });
  const height = () => page.locator("iframe").first().evaluate((element) => element.clientHeight);
  await expect.poll(height).toBeGreaterThan(600);
  const before = await height();
  await page.evaluate(() => postMessage({ type: "phasor:resize", height: 5 }, "*"));
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const other = document.createElement("iframe");
        other.title = "somebody else";
        other.srcdoc = "<script>parent.postMessage({ type: 'phasor:resize', height: 7 }, '*')</script>";
        other.addEventListener("load", () => setTimeout(resolve));
        document.body.append(other);
      }),
  );
  expect(await height()).toBe(before);
});

test("the address of the page with embed=1 leads to the frame", async ({ context }) => {
  // The redirect cancels what the page was loading, which must not fail this test.
  const page = await context.newPage();
  await page.goto(address("?embed=1&base=500000#rotation-angles"));
  await expect(page).toHaveURL(address("embed.html?base=500000&name=rotation-angles"));
  await expect.poll(() => numbersIn(page.locator("phasor-figure #rotation-angles-reading"))).toHaveLength(3);
});

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds no faults in a frame, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(address("embed.html?name=rotation-angles"));
    await expect(page.locator("canvas").first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).disableRules(["region", "page-has-heading-one", "landmark-one-main"]).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
  });
}

test("the variant in one file works, under the same security policy", async ({ page }) => {
  const headers = { "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'" };
  const body = `<!doctype html><title>one file</title><phasor-figure name="sine-waves"></phasor-figure><script type="module" src="embed/phasor-single.js"></script>`;
  await page.route("**/single.html", (route) => route.fulfill({ body, contentType: "text/html", headers }));
  await page.goto(address("single.html"));
  await expect(page.locator("phasor-figure canvas").first()).toBeVisible();
  const csv = await page.locator("phasor-figure").evaluate(async (figure) => (await /** @type {any} */ (figure).exportCsv()).size);
  expect(csv).toBeGreaterThan(100);
});

test("the hashes of the package match its files, and the browser accepts them", async ({ page }) => {
  const folder = join(DIST, "embed");
  const hashes = JSON.parse(readFileSync(join(folder, "integrity.json"), "utf8"));
  for (const name of readdirSync(folder).filter((name) => /\.(js|wasm)$/.test(name))) {
    expect(hashes[name]).toBe(`sha384-${createHash("sha384").update(readFileSync(join(folder, name))).digest("base64")}`);
  }
  const map = { integrity: Object.fromEntries(Object.entries(hashes).map(([name, hash]) => [`./embed/${name}`, hash])) };
  const body = `<!doctype html><title>hashes</title><script type="importmap">${JSON.stringify(map)}</script>
    <script type="module" src="embed/phasor.js" integrity="${hashes["phasor.js"]}"></script><phasor-figure name="binary-bits"></phasor-figure>`;
  await page.route("**/hashes.html", (route) => route.fulfill({ body, contentType: "text/html" }));
  await page.goto(address("hashes.html"));
  await expect(page.locator("phasor-figure canvas").first()).toBeVisible();
});

test("every preset has a card, a page with it, and an oEmbed response", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "phasor-share-"));
  // The figures of the Lab and one of the ladder; the others work the same way and take a second each.
  const wanted = [...FIGURES, "order-blind"];
  const figures = list(process.env.PHASOR_CORE ?? "").figures.filter(({ name }) => wanted.includes(name));
  const preview = share(folder, process.env.PHASOR_CORE ?? "", figures, address());
  expect(preview).toContain(`<meta property="og:image" content="${address("share/sine-waves.png")}">`);
  for (const { id, name } of cards(figures)) {
    const png = readFileSync(join(folder, "share", `${id}.png`));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const html = readFileSync(join(folder, "share", `${id}.html`), "utf8");
    expect(html).toContain(`type="application/json+oembed" href="${address(`share/${id}.json`)}"`);
    const answer = JSON.parse(readFileSync(join(folder, "share", `${id}.json`), "utf8"));
    expect(answer).toMatchObject({ version: "1.0", type: "rich", thumbnail_url: address(`share/${id}.png`) });
    expect(name.length).toBeGreaterThan(0);
    // The frame of the response is opened only for the first state of each figure.
    if (id !== name) {
      continue;
    }
    test.setTimeout(test.info().timeout + 10_000);
    await elsewhere(page, answer.html);
    const reading = await page.frameLocator("iframe").locator(".reading").textContent();
    // The card and the frame show the same reading.
    expect(html.replaceAll("&quot;", '"').replaceAll("&amp;", "&")).toContain(reading);
  }
});

test("files may come from another host, and so may the worker", async ({ page }) => {
  const { url, close } = await serve({ root: DIST, headers: { "access-control-allow-origin": "*" } });
  await elsewhere(
    page,
    `<phasor-figure name="position-map" projection="umap"></phasor-figure><script type="module" src="${url}embed/phasor.js"></script>`,
  );
  const map = page.locator("phasor-figure");
  await finished(map);
  await expect(map.locator(".error:not(:empty)")).toHaveCount(0);
  close();
});
