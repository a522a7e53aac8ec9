import { existsSync } from 'node:fs';
import puppeteer, {
  type ElementHandle,
  type Frame,
  type LaunchOptions,
  type Page,
} from 'puppeteer-core';
import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import type { Engine, Key, Place, Tab } from './engine.ts';

/** Launch options of the engines that Puppeteer can control. */
const LAUNCH = {
  chromium: {
    browser: 'chrome',
    ...wholeChromiumLaunch,
  },
  firefox: {
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
  },
} as const satisfies Record<string, LaunchOptions>;

/**
 * Starts Debian's Chromium, or Debian's Firefox ESR, which Puppeteer controls over WebDriver BiDi
 * without a separate driver.
 * @throws Error that names the package if the browser is missing
 */
export async function startPuppeteer(name: keyof typeof LAUNCH): Promise<Engine> {
  const options: LaunchOptions & { executablePath: string } = LAUNCH[name];
  if (!existsSync(options.executablePath)) {
    throw new Error(
      `${name} is not at ${options.executablePath}: script/setup test installs it, ${name.toUpperCase()}_PATH names another`,
    );
  }
  const browser = await puppeteer.launch({
    ...options,
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
  });
  let context = await browser.createBrowserContext();
  return {
    open: async () => new PuppeteerTab(await context.newPage()),
    async clear() {
      await context.close();
      context = await browser.createBrowserContext();
    },
    close: () => browser.close(),
  };
}

/**
 * Form in which Puppeteer sends functions. The types of their arguments have already been checked.
 */
type Sent = (...args: unknown[]) => Promise<unknown>;

class PuppeteerPlace implements Place {
  readonly #document: () => Promise<Frame>;

  constructor(document: () => Promise<Frame>) {
    this.#document = document;
  }

  async run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    const frame = await this.#document();
    return (await frame.evaluate(work as unknown as Sent, ...args)) as Result;
  }

  async press<Args extends readonly unknown[]>(
    find: (...args: Args) => Element | null | Promise<Element | null>,
    ...args: Args
  ): Promise<boolean> {
    const frame = await this.#document();
    const handle = await frame.evaluateHandle(find as unknown as Sent, ...args);
    const element = handle.asElement() as ElementHandle<Element> | null;
    await element?.click();
    await handle.dispose();
    return element !== null;
  }
}

class PuppeteerTab extends PuppeteerPlace implements Tab {
  readonly #page: Page;

  constructor(page: Page) {
    super(async () => page.mainFrame());
    this.#page = page;
  }

  async goto(address: string): Promise<void> {
    await this.#page.goto(address);
  }

  async reload(): Promise<void> {
    await this.#page.reload();
  }

  front(): Promise<void> {
    return this.#page.bringToFront();
  }

  key(key: Key): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  async paste(): Promise<void> {
    await this.#page.keyboard.down('Control');
    await this.#page.keyboard.press('v');
    await this.#page.keyboard.up('Control');
  }

  frame(title: string): Place {
    return new PuppeteerPlace(async () => {
      const element = await this.#page.waitForSelector(`iframe[title="${title}"]`);
      const frame = await element?.contentFrame();
      if (!frame) throw new Error(`There is no frame with the title ${title}`);
      return frame;
    });
  }
}
