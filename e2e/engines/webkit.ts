import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { Builder, By, Key as Keys, type WebDriver, type WebElement } from 'selenium-webdriver';
import { holdPort } from '../fixtures/held-port.ts';
import type { Engine, Key, Place, Tab } from './engine.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
/** Part of the engine's package, in a folder named after the architecture. */
const BROWSERS = '/usr/lib/*/webkit2gtk-4.1/MiniBrowser';

/** Size of a desktop, without scroll bars next to pages of that width. */
const SCREEN = '1400x1000x24';

/** Longest wait for a program to be ready, in ms. */
const PATIENCE = 20_000;

const running = new Set<ChildProcess>();
// An interrupted run must leave no processes.
process.once('exit', () => {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
});

/** Starts a program in its own process group. */
function start(path: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  if (!existsSync(path)) {
    throw new Error(`WebKit needs ${path}, which is missing: script/setup test installs it`);
  }
  const child = spawn(path, args, {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Ends a program and its children. WebKit sometimes takes a minute to exit when asked. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || !running.has(child)) return;
  const exited = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await exited;
}

/** Starts a virtual display. Debian's WebKit has no headless mode. */
async function startDisplay(): Promise<{ display: string; server: ChildProcess }> {
  const server = start(DISPLAY_SERVER, [
    '-displayfd',
    '3',
    '-screen',
    '0',
    SCREEN,
    '-nolisten',
    'tcp',
  ]);
  const displayPipe = server.stdio[3];
  if (!displayPipe) throw new Error('Xvfb has nowhere to say its number');
  const [number] = await once(displayPipe, 'data', { signal: AbortSignal.timeout(PATIENCE) });
  return { display: `:${String(number).trim()}`, server };
}

/** Waits until the driver answers. */
async function ready(address: string): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const answer = await fetch(`${address}/status`).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`WebKitWebDriver does not answer at ${address}`);
    await new Promise((again) => setTimeout(again, 20));
  }
}

/** Starts a browser without stored data, and its driver. */
async function begin(
  browser: string,
  display: string,
): Promise<{ driver: WebDriver; end(): Promise<void> }> {
  const port = await holdPort();
  const address = `http://127.0.0.1:${port}`;
  const program = start(DRIVER, [`--port=${port}`], {
    DISPLAY: display,
    // Without a graphics card, compositing takes a second.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  });
  await ready(address);
  const driver = await new Builder()
    .usingServer(address)
    .disableEnvironmentOverrides()
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    })
    .build();
  await driver.manage().window().setRect({ width: 1300, height: 900 });
  return { driver, end: () => stop(program) };
}

/**
 * Starts WebKitGTK's MiniBrowser from Debian on a virtual display, for the engine of every browser
 * on an iPhone.
 * @throws Error that names the missing package
 */
export async function startWebKit(): Promise<Engine> {
  const [browser] = globSync(BROWSERS);
  if (!browser) {
    throw new Error(`WebKit needs ${BROWSERS}, which is missing: script/setup test installs it`);
  }
  const { display, server } = await startDisplay();
  let session = await begin(browser, display);
  let tabs = 0;
  return {
    async open() {
      const { driver } = session;
      // The driver cannot bring a tab to the front, and engines do not draw background tabs.
      if (tabs > 0) await driver.switchTo().newWindow('window');
      tabs += 1;
      return new WebKitTab(driver, await driver.getWindowHandle());
    },
    async clear() {
      await session.end();
      session = await begin(browser, display);
      tabs = 0;
    },
    async close() {
      await session.end();
      await stop(server);
    },
  };
}

class WebKitPlace implements Place {
  protected readonly driver: WebDriver;
  protected readonly handle: string;
  readonly #frame: string | null;

  constructor(driver: WebDriver, handle: string, frame: string | null) {
    this.driver = driver;
    this.handle = handle;
    this.#frame = frame;
  }

  /** The driver has one current place for all tabs. */
  protected async enter(): Promise<void> {
    await this.driver.switchTo().window(this.handle);
    await this.driver.switchTo().defaultContent();
    if (this.#frame === null) return;
    const frame = await this.driver.findElement(By.css(`iframe[title="${this.#frame}"]`));
    await this.driver.switchTo().frame(frame);
  }

  async run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    await this.enter();
    return this.driver.executeScript<Result>(`return (${work})(...arguments)`, ...args);
  }

  async press<Args extends readonly unknown[]>(
    find: (...args: Args) => Element | null | Promise<Element | null>,
    ...args: Args
  ): Promise<boolean> {
    await this.enter();
    const element = await this.driver.executeScript<WebElement | null>(
      `return (${find})(...arguments)`,
      ...args,
    );
    await element?.click();
    return element !== null;
  }
}

const KEYS: Record<Key, string> = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  ArrowDown: Keys.ARROW_DOWN,
  ArrowRight: Keys.ARROW_RIGHT,
};

class WebKitTab extends WebKitPlace implements Tab {
  constructor(driver: WebDriver, handle: string) {
    super(driver, handle, null);
  }

  async goto(address: string): Promise<void> {
    await this.enter();
    await this.driver.get(address);
  }

  async reload(): Promise<void> {
    await this.enter();
    await this.driver.navigate().refresh();
  }

  front(): Promise<void> {
    return this.enter();
  }

  async key(key: Key): Promise<void> {
    await this.driver.actions().sendKeys(KEYS[key]).perform();
  }

  async paste(): Promise<void> {
    await this.driver.actions().keyDown(Keys.CONTROL).sendKeys('v').keyUp(Keys.CONTROL).perform();
  }

  frame(title: string): Place {
    return new WebKitPlace(this.driver, this.handle, title);
  }
}
