// The room of models: bringing a configuration, its views, its address, and files to take along.

import { AxeBuilder } from "@axe-core/playwright";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../tools/setup/setup.mjs";
import { address, expect, mentions, test } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {string} name */
const published = (name) => readFileSync(join(ROOT, "assets", "models", `${name}.json`), "utf8");

const QWEN = `{"_name_or_path": "/home/me/secret", "model_type": "qwen3", "hidden_size": 4096, "num_attention_heads": 32,
  "head_dim": 128, "max_position_embeddings": 40960, "rope_theta": 1000000}`;

/** @param {Page} page */
const lead = (page) => page.locator("#panel .lead");
/** @param {Page} page */
const text = (page) => page.getByRole("textbox", { name: "config.json" });
/** @param {Page} page @param {string} name */
const tab = (page, name) => page.getByRole("tab", { name, exact: true });

/** Opens the room and waits for its first sentence. @param {Page} page */
async function open(page, state = "") {
  await page.goto(address(`models.html${state}`));
  await expect(lead(page)).not.toBeEmpty();
}

/** Pastes outside of all fields. @param {Page} page @param {string} pasted */
async function paste(page, pasted) {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, pasted);
}

test("a paste anywhere gives the sentence at once, also offline, and only positional keys get into the address", async ({ page, context }) => {
  await open(page);
  // The browser may still be fetching the icon of the page.
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await paste(page, QWEN);
  await expect(lead(page)).toContainText(mentions(128, "half-split", "1,000,000"));
  await expect(text(page)).toHaveValue(QWEN);
  await context.setOffline(false);
  await page.locator("#reach").press("ArrowRight");
  await expect(page).toHaveURL(/#config=.*rope_theta/);
  expect(decodeURIComponent(page.url())).not.toMatch(/secret|_name_or_path/);
});

test("the keyboard alone brings a model, and moves through the views", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), QWEN);
  await text(page).focus();
  await page.keyboard.press("Control+V");
  await expect(text(page)).toHaveValue(QWEN);
  await expect(lead(page)).toContainText(mentions("1,000,000"));
  await tab(page, "Model").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "What if")).toBeFocused();
  await expect(tab(page, "What if")).toHaveAttribute("aria-selected", "true");
  await expect(lead(page)).toContainText(mentions("40,960", "40,960"));
  await expect(page).toHaveURL(/view=what-if/);
  await page.keyboard.press("End");
  await expect(tab(page, "All models")).toBeFocused();
  await expect(page).toHaveURL(/view=all-models/);
  await page.goBack();
  await expect(tab(page, "What if")).toHaveAttribute("aria-selected", "true");
});

test("a number pasted into the text stays a number, and a broken text keeps the last model", async ({ page }) => {
  await open(page, "#model=llama-2-7b");
  const before = await lead(page).textContent();
  await text(page).fill('{"model_type": "llama", ');
  await expect(page.locator("#trouble")).toContainText("JSON");
  expect(await lead(page).textContent()).toBe(before);
  await paste(page, "<!doctype html><title>404</title>");
  await expect(page.locator("#trouble")).toContainText("HTML");
  await expect(text(page)).toHaveValue('{"model_type": "llama", ');
  await text(page).fill(QWEN);
  await expect(page.locator("#trouble")).toBeEmpty();
  await expect(lead(page)).toContainText(mentions("1,000,000"));
});

test("a finding leads to its line, is mended by a button, and the change can be undone", async ({ page }) => {
  await open(page);
  const faulty = '{\n  "model_type": "llama",\n  "hidden_size": 4096,\n  "num_attention_heads": 32,\n  "rope_teta": 500000\n}';
  await text(page).fill(faulty);
  const finding = page.locator(".remarks li.warning");
  await expect(finding).toContainText("rope_teta");
  await finding.locator("[data-line='5']").click();
  const chosen = await text(page).evaluate((area) => {
    const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (area);
    return value.slice(selectionStart, selectionEnd);
  });
  expect(chosen).toBe('  "rope_teta": 500000');
  const fix = finding.locator("[data-edit]");
  await expect(fix).toContainText("rope_theta");
  await fix.click();
  await expect(text(page)).toHaveValue(faulty.replace("rope_teta", "rope_theta"));
  await expect(lead(page)).toContainText(mentions("500,000"));
  await expect(finding).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(text(page)).toHaveValue(faulty);
  await expect(finding).toHaveCount(1);
});

test("one button mends every fault, as one step that can be undone", async ({ page }) => {
  await open(page);
  const faulty = '{\n  "model_type": "llamma",\n  "hidden_size": 4096,\n  "num_attention_heads": 32,\n  "rope_teta": 500000\n}';
  await text(page).fill(faulty);
  const fix = page.locator("[data-edit=all]");
  await expect(fix).toContainText("2");
  await fix.click();
  await expect(text(page)).toHaveValue(faulty.replace("llamma", "llama").replace("rope_teta", "rope_theta"));
  await expect(page.locator(".remarks li.warning, .remarks li.error")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(text(page)).toHaveValue(faulty);
});

test("the layout goes from one framework to another, and old addresses work", async ({ page }) => {
  await open(page, "#view=layout");
  await expect(lead(page)).toContainText(mentions("transformers", "GGUF", "half-split", "interleaved"));
  await expect(page.locator("#panel pre")).toContainText("def permute");
  await page.locator("#to").selectOption("vLLM, SGLang, TensorRT-LLM");
  await expect(lead(page)).toContainText(mentions("transformers", "vLLM", "half-split"));
  await expect(page.locator("#panel pre")).toHaveCount(0);
  await expect(page).toHaveURL(/to=servers/);
  await open(page, "#view=layout&from=interleaved&to=half-split");
  await expect(lead(page)).toContainText(mentions("interleaved", "half-split"));
  await expect(page.locator("#panel pre")).toContainText("def permute");
});

test("JSON in one line gets lines, with its numbers as they were written", async ({ page }) => {
  await open(page);
  await paste(page, '{"model_type":"llama","head_dim":64,"rope_scaling":{"type":"linear","factor":4.0},"x":"a,{b","list":[1,2]}');
  await expect(text(page)).toHaveValue(
    '{\n  "model_type": "llama",\n  "head_dim": 64,\n  "rope_scaling": {\n    "type": "linear",\n    "factor": 4.0\n  },\n  "x": "a,{b",\n  "list": [1,2]\n}',
  );
});

test("code has every number, as the command line writes it", async ({ page }) => {
  const config = join(ROOT, "assets", "models", "phi-3.5-mini.json");
  for (const language of ["numpy", "torch", "jax", "rust"]) {
    await page.goto("about:blank");
    await open(page, `#model=phi-3.5-mini&view=code&language=${language}`);
    const there = execFileSync(process.env.PHASOR_CORE ?? "", ["code", "--config", config, "--language", language, "--context", "131072"], { encoding: "utf8" });
    const lines = (/** @type {string} */ code) => code.trim().split("\n").slice(1);
    expect(lines((await page.locator("pre").textContent()) ?? "")).toEqual(lines(there));
  }
});

test("the page judges the numbers of a reader's code, and offers numbers to test it with", async ({ page }) => {
  const stored = (/** @type {string} */ name) => join(ROOT, "tests", "golden", "vectors", name);
  await open(page, "#model=llama-2-7b&view=code");
  const download = page.waitForEvent("download");
  await page.locator("[data-kit=npz]").click();
  const kit = await (await download).path();
  const verdicts = page.locator("#verdicts li");
  await page.locator("#judge-file").setInputFiles({ name: "kit.npz", mimeType: "", buffer: readFileSync(kit) });
  await expect(verdicts).toHaveClass(["right", "right", "right"]);
  await page.locator("#judge-file").setInputFiles(stored("wrong-backwards.npz"));
  await expect(verdicts).toHaveClass(["error"]);
  // A file that cannot be read keeps the page, and takes the verdicts on another one away.
  await page.locator("#judge-file").setInputFiles({ name: "x.npz", mimeType: "", buffer: Buffer.from("PK\u0003\u0004") });
  await expect(page.locator("#ask-error")).toContainText(".npz");
  await expect(verdicts).toHaveCount(0);
  await tab(page, "Model").click();
  await expect(page.locator("#verdicts")).toBeHidden();
  // A dropped file turns to the view that judges it.
  const dropped = readFileSync(stored("right-llama-2-7b.npz")).toString("base64");
  await page.evaluate((dropped) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(dropped), (letter) => letter.charCodeAt(0))], "mine.npz"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, dropped);
  await expect(verdicts.first()).toHaveClass("right");
  await page.locator("#shelf").selectOption("gpt2");
  await expect(verdicts).toHaveCount(0);
});

test("the address restores the model and what was asked", async ({ page }) => {
  await open(page, "#model=qwen2.5-7b-instruct&view=what-if&target=131072");
  await expect(lead(page)).toContainText(mentions("131,072", 4, "32,768", 24, 64));
  await expect(page.getByRole("textbox", { name: "text length" })).toHaveValue("131,072");
  await text(page).fill(QWEN);
  await expect(page).toHaveURL(/#config=/);
  const link = page.url();
  const sentence = await lead(page).textContent();
  await page.goto("about:blank");
  await page.goto(link);
  await expect(lead(page)).toHaveText(sentence ?? "");
  await page.goto("about:blank");
  await page.goto(address('models.html#config={"model_type":'));
  await expect(page.locator("#trouble")).toContainText("Llama 3.1 8B");
  await expect(lead(page)).toContainText("llama3 × 8");
});

test("an override is merged onto the model, and other formats are converted", async ({ page }) => {
  await open(page, "#model=qwen2.5-7b-instruct");
  await paste(page, `vllm serve qwen --hf-overrides '{"rope_parameters": {"rope_type": "yarn", "rope_theta": 1000000, "factor": 4.0, "original_max_position_embeddings": 32768}}'`);
  await expect(page.locator("#notes")).toContainText(mentions("config.json", "Qwen2.5 7B Instruct", 32768, 131072));
  await expect(lead(page)).toContainText(mentions("YaRN × 4", "32,768"));
  await page.goto("about:blank");
  await open(page, "#model=qwen3-8b");
  await paste(page, `--hf-overrides '{"rope_parameters":{"rope_type":"yarn","factor":2.0,"original_max_position_embeddings":40960}}'`);
  await expect(page.locator("#notes")).toContainText("rope_theta");
  await expect(page.locator("#notes")).toContainText('"max_position_embeddings": 81920');
  await page.goto("about:blank");
  await open(page);
  await paste(page, `vllm serve Qwen/Qwen3-8B --hf-overrides '{"rope_parameters":{"rope_type":"yarn","factor":2.0,"original_max_position_embeddings":40960}}'`);
  await expect(page.locator("#notes")).toContainText("Qwen3 8B");
  await expect(lead(page)).toContainText(mentions("1,000,000", "YaRN × 2"));
  await paste(page, "llama_model_loader: - kv   0: general.architecture str = qwen2\nllama_model_loader: - kv   1: qwen2.embedding_length u32 = 3584\nllama_model_loader: - kv   2: qwen2.attention.head_count u32 = 28\nllama_model_loader: - kv   3: qwen2.rope.freq_base f32 = 1000000.000000\nllama_model_loader: - kv   4: qwen2.context_length u32 = 32768");
  await expect(page.locator("#notes")).toContainText("GGUF");
  await expect(lead(page)).toContainText(mentions("1,000,000", "32,768"));
  expect(await lead(page).innerText()).not.toMatch(/×/);
});

test("an error in the file stands beside every answer about it, and is mended there", async ({ page }) => {
  await open(page);
  await paste(page, '{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": "32", "rope_theta": 500000}');
  const errors = page.locator("#panel .remarks .error");
  for (const view of ["What if", "Settings", "Compare", "Layout", "Code"]) {
    await tab(page, view).click();
    await expect(errors.locator("code").first()).toHaveText("num_attention_heads");
  }
  await errors.locator("[data-edit]").click();
  await expect(errors).toHaveCount(0);
  await expect(text(page)).toHaveValue(/"num_attention_heads": 32/);
  await tab(page, "All models").click();
  await expect(lead(page)).not.toBeEmpty();
});

test("the keys of a GGUF file prove nothing about a rule that is in a tensor", async ({ page }) => {
  await open(page, "#view=compare");
  const keys = [["embedding_length", 4096], ["block_count", 32], ["attention.head_count", 32], ["attention.head_count_kv", 8], ["rope.freq_base", 500000], ["context_length", 131072]];
  const file = join(mkdtempSync(join(tmpdir(), "phasor-")), "keys.txt");
  writeFileSync(file, `general.architecture = llama\n${keys.map(([key, value]) => `llama.${key} = ${value}\n`).join("")}`);
  await page.locator("#other-file").setInputFiles(file);
  await expect(lead(page)).toContainText("rope_freqs.weight");
});

test("a file is opened and dropped", async ({ page }) => {
  await open(page);
  const file = join(mkdtempSync(join(tmpdir(), "phasor-")), "config.json");
  writeFileSync(file, published("gemma-3-27b"));
  await page.locator("#file").setInputFiles(file);
  await expect(lead(page)).toContainText("full_attention");
  await page.locator("#layer").selectOption("sliding_attention");
  await expect(page.locator("#panel figure.picture").first()).toBeVisible();
  await page.evaluate((dropped) => {
    const data = new DataTransfer();
    data.items.add(new File([dropped], "config.json"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, QWEN);
  await expect(lead(page)).toContainText(mentions("1,000,000"));
});

test("the slider answers at once, and settings have every number", async ({ page }) => {
  await open(page, "#model=qwen2.5-7b-instruct&view=settings");
  await expect(lead(page)).toContainText(mentions("32,768", "32,768"));
  await page.getByRole("textbox", { name: "text length" }).fill("131072");
  await expect(lead(page)).toContainText(mentions("YaRN", 4, "32,768", "131,072"));
  await expect(page.locator("pre").filter({ hasText: "--hf-overrides" })).toHaveText(
    `--hf-overrides '{"rope_parameters":{"rope_type":"yarn","rope_theta":1000000,"factor":4.0,"original_max_position_embeddings":32768},"max_position_embeddings":131072}' --max-model-len 131072`,
  );
  const before = await lead(page).textContent();
  await page.locator("#reach").press("End");
  await expect(lead(page)).not.toHaveText(before ?? "");
  await page.getByRole("textbox", { name: "text length" }).fill("0");
  await expect(page.locator("#ask-error")).toContainText(mentions("target", 2, "10,485,760", 0));
});

test("the length that a model declares needs no rule", async ({ page }) => {
  await open(page, "#model=llama-3.1-8b&view=settings");
  await expect(lead(page)).toContainText(mentions("131,072", "llama3 × 8"));
  await expect(page.locator("#panel pre").first()).toContainText("131072");
  const settings = await page.locator("#panel pre").allTextContents();
  expect(settings.filter((text) => /rope_type|rope-scaling|factor/.test(text))).toEqual([]);
  await page.getByRole("textbox", { name: "text length" }).fill("much");
  await page.getByRole("textbox", { name: "text length" }).press("Enter");
  await expect(page.locator("#ask-error")).toContainText(mentions("target", 2, "10,485,760", "much"));
});

test("the table of models is filtered and sorted, and a row opens its model", async ({ page }) => {
  await open(page, "#view=all-models");
  const rows = page.locator("#panel tbody tr");
  const all = await rows.count();
  expect(all).toBeGreaterThanOrEqual(60);
  await page.getByLabel("contains").fill("yarn");
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await page.getByRole("button", { name: "base", exact: true }).click();
  const bases = await rows.locator("td:nth-child(4)").evaluateAll((cells) => cells.map((cell) => Number(/** @type {HTMLElement} */ (cell).dataset.key)));
  expect(bases).toEqual(bases.toSorted((one, other) => one - other));
  await rows.getByRole("link", { name: "DeepSeek-V3", exact: true }).click();
  await expect(lead(page)).toContainText(mentions("interleaved", "10,000", "YaRN × 40"));
});

test("a long word in the filter does not widen the page", async ({ page }) => {
  await open(page, "#view=all-models");
  await page.getByLabel("contains").fill("x".repeat(20_000));
  await expect(page.locator("#panel tbody tr")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("files have the numbers of the command line, and the report has no script", async ({ page }) => {
  await open(page, "#model=llama-3.1-8b");
  const saved = async (/** @type {import("@playwright/test").Locator} */ button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return readFileSync(await download.path());
  };
  const rows = (/** @type {string} */ csv) => csv.trim().split("\n").map((line) => line.split(",").slice(-4));
  const [head, ...here] = rows(String(await saved(page.getByRole("button", { name: "CSV" }))));
  const config = join(ROOT, "assets", "models", "llama-3.1-8b.json");
  const table = execFileSync(process.env.PHASOR_CORE ?? "", ["table", "inv-freq", "--config", config, "--seq-len", "131072"], { encoding: "utf8" });
  const [names, ...there] = rows(table);
  expect(head).toEqual(names);
  expect(here).toHaveLength(64);
  for (const [place, row] of here.entries()) {
    for (const [column, number] of row.entries()) {
      // The power functions of the two platforms differ in the last bit.
      const other = Number(there[place][column]);
      expect(Math.abs(Number(number) - other)).toBeLessThanOrEqual(4e-16 * other);
    }
  }
  const npy = await saved(page.getByRole("button", { name: "NPY" }));
  expect(npy.subarray(1, 6).toString()).toBe("NUMPY");
  const report = String(await saved(page.getByRole("button", { name: "report" })));
  expect(report).toMatch(/^<!doctype html>/);
  expect(report).toContain("<svg");
  expect(report).not.toMatch(/<script|<button/);
  const wavelengths = page.locator("figure[data-name=wavelengths]");
  const svg = String(await saved(wavelengths.locator("[data-picture=svg]")));
  expect(svg).toMatch(/^<svg/);
  const png = await saved(wavelengths.locator("[data-picture=png]"));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
});

test("the ladder and the element load nothing of the room", async ({ page }) => {
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(address("index.html"));
  await expect(page.locator("phasor-figure").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requests.filter((url) => url.includes("models"))).toEqual([]);
});

for (const [scheme, width] of /** @type {const} */ ([["light", 1440], ["dark", 390]])) {
  test(`every view passes axe and fits, ${scheme}, ${width} pixels`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    for (const view of ["model", "what-if", "settings", "compare", "layout", "code", "weights", "all-models"]) {
      await page.goto("about:blank");
      await open(page, `#model=gemma-3-27b&target=1000000&view=${view}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${view} ${id}: ${nodes[0].html}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBeLessThanOrEqual(width);
    }
  });
}

test("20,000 damaged configurations neither stop the room nor take its last model", async ({ page }) => {
  test.slow();
  await open(page);
  const names = ["llama-3.1-8b", "gemma-4-26b-a4b", "qwen3-vl-32b", "phi-3.5-mini", "deepseek-v3", "llama-4-scout", "gpt-oss-20b", "t5-small"];
  const counts = await page.evaluate(async (texts) => {
    const program = await import(/** @type {HTMLLinkElement} */ (document.querySelector("link[rel=modulepreload]")).href);
    await program.default({ module_or_path: /** @type {HTMLLinkElement} */ (document.querySelector("link[as=fetch]")).href });
    const room = new program.Room();
    room.read(program.Side.Here, texts[0], "");
    let state = 1;
    const random = (/** @type {number} */ below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const odd = ["null", "-1", "1e999", "NaN", "[]", "{}", '""', "0", "1e-9", "9e15", "true", '"yarn"', "{", "}", ",", '"', "\\u0000", "é"];
    const counts = { read: 0, rejected: 0, visible: 0 };
    for (let round = 0; round < 20_000; round += 1) {
      let text = texts[random(texts.length)];
      for (let n = 1 + random(3); n > 0; n -= 1) {
        const [from, length] = [random(text.length), random(3) ? random(8) : random(60)];
        text = text.slice(0, from) + odd[random(odd.length)] + text.slice(from + length);
      }
      try {
        room.read(program.Side.Here, text, "");
        counts.read += 1;
      } catch (error) {
        if (!(error instanceof Error) || error.name === "RuntimeError") {
          return { ...counts, text, error: String(error) };
        }
        counts.rejected += 1;
      }
      if (round % 50 === 0) {
        counts.visible += Number(room.show("view=model&width=600", "light").includes('class="lead"'));
      }
    }
    return counts;
  }, names.map(published));
  expect(counts).toMatchObject({ visible: 400 });
  expect(counts.read).toBeGreaterThan(1000);
  expect(counts.rejected).toBeGreaterThan(1000);
});

test("a page on paper has the report alone", async ({ page }) => {
  await open(page, "#model=llama-3.1-8b");
  await page.emulateMedia({ media: "print" });
  await expect(text(page)).toBeHidden();
  await expect(page.getByRole("tablist")).toBeHidden();
  await expect(lead(page)).toBeVisible();
});

test.describe("weights", () => {
  const folder = join(ROOT, "tests", "golden", "checkpoints");
  /** @type {{ cases: { id: string, config: string, files: string[], queries: number[][][] }[] }} */
  const golden = JSON.parse(readFileSync(join(ROOT, "tests", "golden", "checkpoint.json"), "utf8"));

  for (const id of ["half-split-f32", "phi3-f16", "sharded-bf16"]) {
    test(`${id} has its known norms`, async ({ page }) => {
      const { config, files, queries } = golden.cases.find((one) => one.id === id) ?? golden.cases[0];
      await open(page);
      await paste(page, config);
      await tab(page, "Weights").click();
      await expect(page.locator("#weights-heads")).toBeHidden();
      await page.locator("#weights-files").setInputFiles(files.map((name) => join(folder, name)));
      await expect(page.locator("#weights-heads")).toBeVisible();
      const cells = page.locator("#panel table").last().locator("tbody tr");
      const heads = queries.flat();
      const means = heads[0].map((_, pair) => heads.reduce((sum, head) => sum + head[pair], 0) / heads.length);
      const report = mentions(means.indexOf(Math.max(...means)), 0, means.length - 1);
      await expect(lead(page)).toContainText(report);
      await page.locator("#panel details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
      const head = await page.locator("#panel table").last().locator("thead th").allTextContents();
      const column = head.findIndex((name) => name.includes("quer"));
      for (const [pair, mean] of means.entries()) {
        const printed = Number((await cells.nth(pair).locator("th, td").nth(column).textContent())?.replace(",", ""));
        expect(Math.abs(printed / mean - 1)).toBeLessThan(1e-3);
      }
      await page.locator("#weights-heads").selectOption("1");
      await expect(lead(page)).toHaveText(/^\D*1\D*$/);
      await page.locator("#weights-heads").selectOption("");
      await expect(lead(page)).toContainText(report);
    });
  }

  test("a file that does not fit gives one sentence, and another view keeps its own", async ({ page }) => {
    await open(page, "#model=llama-3.1-8b&view=weights");
    await page.locator("#weights-files").setInputFiles(join(folder, "half-split-f32.safetensors"));
    await expect(page.locator("#ask-error")).toContainText("self_attn");
    await expect(lead(page)).toContainText("Llama 3.1 8B");
    await expect(page.locator("#weights-heads")).toBeHidden();
    const cut = join(mkdtempSync(join(tmpdir(), "phasor-")), "cut.safetensors");
    writeFileSync(cut, readFileSync(join(folder, "half-split-f32.safetensors")).subarray(0, 700));
    await page.locator("#weights-files").setInputFiles(cut);
    await expect(page.locator("#ask-error")).toContainText(mentions(700));
    await tab(page, "Model").click();
    await expect(lead(page)).toContainText("llama3 × 8");
    await expect(page.locator("#ask-error")).toBeEmpty();
  });

  test("a file of 5 GB is read in slices, and can be cancelled", async ({ page }) => {
    // The projections of a 7B model in bf16, all zero, which take no space on the disk.
    const size = 4096 * 4096 * 2;
    /** @type {Record<string, unknown>} */
    const tensors = {};
    let end = 0;
    for (let layer = 0; layer < 32; layer += 1) {
      for (const name of ["q_proj", "k_proj", "v_proj", "o_proj", "rest"]) {
        tensors[`model.layers.${layer}.self_attn.${name}.weight`] = { dtype: "BF16", shape: [4096, 4096], data_offsets: [end, end + size] };
        end += size;
      }
    }
    const header = Buffer.from(JSON.stringify(tensors));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(header.length));
    const file = join(mkdtempSync(join(tmpdir(), "phasor-")), "big.safetensors");
    writeFileSync(file, Buffer.concat([length, header]));
    truncateSync(file, 8 + header.length + end);
    await open(page, "#model=llama-2-7b&view=weights");
    await page.locator("#weights-files").setInputFiles(file);
    await expect.poll(() => page.locator("#weights-progress").evaluate((bar) => /** @type {HTMLProgressElement} */ (bar).position)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.locator("#ask-error")).not.toBeEmpty();
    await expect(page.locator("#weights-heads")).toBeHidden();
    await expect.poll(() => page.workers().length).toBe(0);
    await expect(page.locator("#weights-progress")).toBeHidden();
  });
});
