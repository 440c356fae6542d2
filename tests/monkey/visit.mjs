// One run of the monkey on one page.

import { chromium } from "@playwright/test";
import { chromiumOptions } from "../../tools/setup/browsers.mjs";
import { ACTIONS } from "./actions.mjs";
import { memories } from "../browser/memories.mjs";
import { growth, measure, written } from "./memory.mjs";
import { Random } from "./random.mjs";
import { inside } from "./script.mjs";
import { configuration, file } from "./texts.mjs";
import { watch } from "./watch.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("../../tools/program/core.mjs").List} List */
/** @typedef {{ name: string, base: string, list: List, seed: string, actions: number, from: number, goesOn: boolean, isVisible: boolean }} Plan */

/** Where each page begins. @type {Record<string, string>} */
const BEGINNINGS = { ladder: "", lab: "lab.html", models: "models.html", gallery: "gallery.html", embed: "embed.html?name=sine-waves" };

/** The share of actions that may load documents. The others stay in one, so that its memory can be compared. */
const WANDERING = 0.2;

/** How many actions lie between two samples of memory. */
const BETWEEN_SAMPLES = 500;

/** The longest time for one action, in milliseconds. */
const PATIENCE = 90_000;

/** What Playwright says if the document was replaced while it was asked. */
const REPLACED = /context was destroyed|navigation/;

/** How many actions a failure shows. */
const N_LAST = 20;

/**
 * Fails if a promise takes too long.
 * @template T
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
async function within(promise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error("the page does not answer")), PATIENCE)));
  return /** @type {Promise<T>} */ (Promise.race([promise, late]).finally(() => clearTimeout(timer)));
}

export class Visit {
  #plan;
  /** @type {Page} */
  #page = /** @type {any} */ (undefined);
  #random = new Random("");
  /** What went wrong since the last check. @type {string[]} */
  #troubles = [];
  /** The failures that were reported. @type {Set<string>} */
  #known = new Set();
  /** The lines of the last actions. @type {string[]} */
  #last = [];
  /** @type {import("./memory.mjs").Memory[]} */
  #samples = [];

  /** @param {Plan} plan */
  constructor(plan) {
    this.#plan = plan;
  }

  /** Returns whether the page passed. */
  async run() {
    const { name, actions } = this.#plan;
    const browser = await chromium.launch(chromiumOptions());
    const began = performance.now();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
    await context.addInitScript(memories);
    await context.addInitScript({ content: inside });
    await watch(context, this.#plan.base, () => configuration(this.#random), (trouble) => this.#troubles.push(trouble));
    await this.#open(context);
    let done = this.#plan.from;
    while (done < actions && (this.#known.size === 0 || this.#plan.goesOn)) {
      if (done === Math.ceil(actions * WANDERING)) {
        await this.#page.close();
        await this.#open(context);
      }
      await this.#step(done);
      done += 1;
      if (done % BETWEEN_SAMPLES === 0 || done === actions) {
        await this.#sample(done);
      }
    }
    await browser.close();
    const seconds = (performance.now() - began) / 1000;
    console.log(`${name}: ${done} actions in ${seconds.toFixed(0)} s, ${this.#known.size} failures`);
    return this.#known.size === 0;
  }

  /** Opens the page in a new tab, whose history is empty. @param {import("@playwright/test").BrowserContext} context */
  async #open(context) {
    this.#page = await context.newPage();
    this.#page.on("dialog", (dialog) => dialog.dismiss());
    this.#page.on("popup", (popup) => popup.close());
    this.#page.on("download", (download) => download.delete());
    this.#page.on("crash", () => this.#troubles.push("the page has crashed"));
    this.#page.on("filechooser", (chooser) => chooser.setFiles(file(this.#random)).catch(() => undefined));
    await this.#home();
  }

  async #home() {
    await this.#page.goto(this.#plan.base + BEGINNINGS[this.#plan.name], { waitUntil: "load" });
    await within(this.#check());
  }

  /** @param {number} number */
  async #step(number) {
    const { name, base, list, seed, actions } = this.#plan;
    // Each action has its own random numbers, so that it does not depend on how many the ones before have used.
    this.#random = new Random(`${seed} ${name} ${number}`);
    const scene = { page: this.#page, random: this.#random, list, name, base, isStaying: number >= actions * WANDERING };
    try {
      let line;
      while (!line) {
        line = await within(this.#random.weighted(ACTIONS).does(scene)).catch((error) => {
          if (!REPLACED.test(String(error))) {
            throw error;
          }
          return "the document was replaced during an action";
        });
      }
      this.#note(number, line);
      await within(this.#check());
      if (!(await this.#isHere())) {
        await this.#home();
      }
    } catch (error) {
      this.#troubles.push(String(error));
    }
    this.#report(number);
  }

  /** @param {number} number @param {string} line */
  #note(number, line) {
    this.#last = [...this.#last.slice(1 - N_LAST), `  ${number + 1}. ${line}`];
    if (this.#plan.isVisible) {
      console.log(this.#last[this.#last.length - 1]);
    }
  }

  async #check() {
    const found = await this.#page.evaluate(() => /** @type {any} */ (window).monkey.check()).catch(async (error) => {
      if (!REPLACED.test(String(error))) {
        throw error;
      }
      await this.#page.waitForLoadState("load");
    });
    if (found) {
      this.#troubles.push(...found);
    } else {
      await this.#check();
    }
  }

  /** Whether the monkey is still on its page. */
  async #isHere() {
    const page = new URL(BEGINNINGS[this.#plan.name], this.#plan.base);
    return new URL(this.#page.url()).pathname === page.pathname;
  }

  /** @param {number} number */
  #report(number) {
    const { name, seed } = this.#plan;
    const troubles = this.#troubles.splice(0);
    // Numbers change from one occurrence to the next.
    const fresh = troubles.filter((trouble) => !this.#known.has(trouble.replace(/\d+/g, "0")));
    troubles.forEach((trouble) => this.#known.add(trouble.replace(/\d+/g, "0")));
    if (fresh.length > 0) {
      console.log(`FAILED: ${name}, seed ${seed}, action ${number + 1}, at ${this.#page.url().slice(0, 300)}`);
      fresh.forEach((trouble) => console.log(`  ${trouble}`));
      console.log(`The last actions:\n${this.#last.join("\n")}`);
      console.log(`Repeat it with npm run monkey -- --page ${name} --seed ${seed} --actions ${this.#plan.actions}.`);
    }
  }

  /** @param {number} done */
  async #sample(done) {
    const memory = await within(measure(this.#page));
    console.log(`${this.#plan.name}: ${done} actions, ${written(memory)}`);
    if (done > this.#plan.actions * WANDERING) {
      this.#samples.push(memory);
    }
    if (done === this.#plan.actions && this.#samples.length > 3) {
      this.#troubles.push(...growth(this.#samples));
      this.#report(done - 1);
    }
  }
}
