import type { Locator, Page } from '@playwright/test';
import {
  AccountMenu,
  ActionModal,
  ConnectButton,
  Toasts,
  WalletsSheet,
} from '../../dev-wallet/src/page-objects/index.ts';
import { openScene, type Width } from '../fixtures/gallery.ts';
import { expect, test } from '../fixtures/test.ts';

/**
 * Time between the two clicks, in ms. Each control is tested with both extremes and one value
 * between.
 */
const GAPS = { least: 60, between: [120, 200, 300, 350], most: 380 };

/** Returns the visible state of the widget, and the windows that it has opened. */
const seen = (page: Page) =>
  page.evaluate(() => ({
    sheets: [...document.querySelectorAll('dialog[open] h2')].map(({ textContent }) => textContent),
    controls: document.querySelectorAll('dialog[open] button').length,
    said: [...document.querySelectorAll('dialog[open] [role="alert"]')].length,
    tab: document.querySelector('dialog[open] [role="tab"][aria-selected="true"]')?.textContent,
    copied: /copied/i.test(document.querySelector('dialog[open]')?.textContent ?? ''),
    menus: document.querySelectorAll('[role="menu"][data-state="open"]').length,
    button: document.querySelector('button[data-state]')?.getAttribute('data-state'),
    notices: document.querySelectorAll('section[aria-live] > *').length,
    opened: Object(window).opened as string[],
  }));

/** Returns the time between the two presses, in ms. */
const gapOf = (page: Page) =>
  page.evaluate(() => {
    const [first = 0, second = 0] = Object(window).presses as number[];
    return second - first;
  });

/** Waits until nothing moves or is about to close, and presses are accepted. */
const atRest = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('[data-press-guard], [data-state="closing"]') &&
      document
        .getAnimations()
        .every(
          ({ effect, playState }) =>
            playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
        ),
  );

type Hand = 'mouse' | 'finger' | 'Enter' | 'Space';

/** Time for which a key is held, in ms. Longer than the widget ignores presses. */
const HELD_MS = 700;
/** Time between two repetitions of a held key, in ms. */
const REPEAT_MS = 60;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Presses without waiting for the effect, and again after `gap` ms. */
async function pressAt(
  page: Page,
  hand: 'mouse' | 'finger',
  at: { x: number; y: number },
  gap: number | null,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const press = (clickCount: number) =>
    hand === 'mouse'
      ? (['mousePressed', 'mouseReleased'] as const).map((type) =>
          session.send('Input.dispatchMouseEvent', { ...at, type, clickCount, button: 'left' }),
        )
      : (['touchStart', 'touchEnd'] as const).map((type) =>
          session.send('Input.dispatchTouchEvent', {
            type,
            touchPoints: type === 'touchStart' ? [at] : [],
          }),
        );
  const sent: Promise<unknown>[] = press(1);
  if (gap !== null) {
    await pause(gap);
    sent.push(...press(2));
  }
  await Promise.all(sent);
  await session.detach();
}

/** Presses a key on the focused element, and holds it if there is a `gap`. */
async function pressKey(page: Page, key: 'Enter' | 'Space', gap: number | null): Promise<void> {
  await page.keyboard.down(key);
  for (let held = 0; gap !== null && held < HELD_MS; held += REPEAT_MS) {
    await pause(REPEAT_MS);
    await page.keyboard.down(key);
  }
  await page.keyboard.up(key);
}

async function pressOn(
  page: Page,
  hand: Hand,
  target: Locator | 'outside',
  gap: number | null,
): Promise<void> {
  if (target !== 'outside') await target.scrollIntoViewIfNeeded();
  if (hand === 'Enter' || hand === 'Space') {
    if (target !== 'outside') await target.focus();
    return pressKey(page, hand, gap);
  }
  // Outside the dialog is the page. The second press hits the button that opens the dialog.
  const pressed = target === 'outside' ? page.locator('button[data-state]') : target;
  const box = await pressed.boundingBox();
  if (!box) throw new Error(`${target} is not shown`);
  await pressAt(page, hand, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, gap);
}

type Press = {
  scene: string;
  width?: Width;
  control: string;
  find: (page: Page) => Locator | 'outside';
  /** Nothing moves, so both presses count. */
  harmless?: true;
  /** `off` if the pressed element would disappear in an animation. */
  motion?: 'off';
};

const sheet = (page: Page) => new WalletsSheet(page);

const presses: Press[] = [
  {
    scene: 'button-disconnected',
    control: 'connect button',
    find: (page) => new ConnectButton(page).disconnected,
  },
  {
    scene: 'button-disconnected',
    width: 390,
    control: 'connect button',
    find: (page) => new ConnectButton(page).disconnected,
  },
  {
    scene: 'button-connected',
    control: 'address',
    find: (page) => new ConnectButton(page).connected,
  },
  {
    scene: 'menu',
    control: 'copy address',
    find: (page) => new AccountMenu(page).copyAddress,
    harmless: true,
  },
  { scene: 'menu', control: 'disconnect', find: (page) => new AccountMenu(page).disconnect },
  ...([1280, 390] as const).flatMap((width): Press[] => [
    { scene: 'universal', width, control: 'the page outside', find: () => 'outside' },
    { scene: 'universal', width, control: 'close', find: (page) => sheet(page).close },
    { scene: 'universal', width, control: 'all wallets', find: (page) => sheet(page).viewAll },
    {
      scene: 'universal',
      width,
      control: 'what is a wallet',
      find: (page) => sheet(page).whatIsWallet,
    },
    { scene: 'universal', width, control: 'tile', find: (page) => sheet(page).wallet('Tonkeeper') },
    { scene: 'all', width, control: 'back', find: (page) => sheet(page).back },
    {
      scene: 'all',
      width,
      control: 'tile of the list',
      find: (page) => sheet(page).wallet('Tonkeeper'),
    },
    {
      scene: 'what-is-a-wallet',
      width,
      control: 'get a wallet',
      find: (page) => page.getByRole('link'),
    },
    { scene: 'wallet-declined', width, control: 'retry', find: (page) => sheet(page).retry },
  ]),
  { scene: 'universal', control: 'copy', find: (page) => sheet(page).copyLink, harmless: true },
  { scene: 'universal', width: 390, control: 'code tab', find: (page) => sheet(page).qrTab },
  {
    scene: 'universal',
    width: 390,
    control: "Telegram's wallet",
    find: (page) => page.getByRole('button', { name: 'Open Wallet in Telegram' }),
  },
  {
    scene: 'phone-waiting',
    width: 390,
    control: 'open again',
    find: (page) => page.getByRole('button', { name: /^Open .* again$/ }),
  },
  {
    scene: 'phone-waiting',
    width: 390,
    control: 'show the code',
    find: (page) => sheet(page).showQr,
  },
  { scene: 'phone-qr', width: 390, control: 'wallets tab', find: (page) => sheet(page).walletsTab },
  { scene: 'desktop-qr', control: 'a way', find: (page) => page.getByRole('tab').nth(1) },
  {
    scene: 'desktop-app',
    control: 'open',
    find: (page) => page.getByRole('button', { name: /^Open / }),
  },
  {
    scene: 'unsupported-action',
    control: 'another wallet',
    find: (page) => page.getByRole('button', { name: /another wallet/i }),
  },
  { scene: 'confirm-not-sent', control: 'cancel', find: (page) => new ActionModal(page).cancel },
  {
    scene: 'notices-several',
    control: 'a notice away',
    motion: 'off',
    find: (page) => page.getByRole('button', { name: new Toasts(page).names.closeToast }).first(),
  },
];

const isLink = ({ control }: Press): boolean => control === 'get a wallet';

for (const hand of ['mouse', 'finger', 'Enter', 'Space'] as const) {
  test.describe(`${hand}`, () => {
    test.use({ hasTouch: hand === 'finger' });
    const isKey = hand === 'Enter' || hand === 'Space';
    for (const [index, press] of presses.entries()) {
      const between = GAPS.between[index % GAPS.between.length] ?? GAPS.most;
      const gaps = isKey ? [HELD_MS] : [GAPS.least, between, GAPS.most];
      const { scene, width = 1280, control, find, harmless, motion = 'on' } = press;
      const isReached =
        hand === 'mouse' ||
        (hand === 'finger' ? width === 390 : width === 1280 && control !== 'the page outside');
      // Space does not activate a link.
      if (!isReached || (hand === 'Space' && isLink(press))) continue;
      test(`a second click on '${control}' has no effect (${scene}, ${width})`, async ({
        page,
        server,
      }) => {
        await page.addInitScript(() => {
          const opened: string[] = [];
          const presses: number[] = [];
          Object.assign(window, { opened, presses });
          // The browser fires no click if the pressed element has been removed.
          for (const type of ['pointerup', 'keyup']) {
            addEventListener(type, ({ timeStamp }) => presses.push(timeStamp), true);
          }
          addEventListener('click', (event) => {
            const link = (event.target as Element).closest('a[target]');
            if (link) event.preventDefault();
            if (link) opened.push(link.getAttribute('href') ?? '');
          });
        });
        const after = async (gap: number | null): Promise<unknown> => {
          await openScene(page, server.origin, scene, { width, lang: 'en', motion });
          const target = find(page);
          if (target !== 'outside') await target.waitFor();
          await atRest(page);
          // Not before the scene opens, because each scene has its own browser.
          await page.evaluate(() => {
            window.open = (url) => {
              Object(window).opened.push(String(url));
              return window;
            };
          });
          const before = await seen(page);
          await pressOn(page, hand, target, gap);
          const count = gap === null || isKey ? 1 : 2;
          await page.waitForFunction((least) => Object(window).presses.length >= least, count);
          if (gap === null && !harmless) await expect.poll(() => seen(page)).not.toEqual(before);
          await atRest(page);
          // A busy machine may deliver the second press later than it was sent. It is then not a
          // double click.
          if (gap !== null && !isKey && (await gapOf(page)) > 400) return after(gap);
          return seen(page);
        };
        const once = await after(null);
        for (const gap of gaps) {
          await after(gap);
          await expect.poll(() => seen(page), `${gap} ms`).toEqual(once);
        }
      });
    }
  });
}

test('a press outside closes the dialog as soon as presses are accepted', async ({
  page,
  server,
}) => {
  await openScene(page, server.origin, 'button-disconnected', { motion: 'on' });
  const { disconnected, sheet: wallets } = new ConnectButton(page);
  await disconnected.click();
  await wallets.root.waitFor();
  await atRest(page);
  await page.mouse.click(5, 5);
  await expect(wallets.root).toBeHidden();
});
