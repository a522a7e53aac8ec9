import '@fontsource-variable/inter/wght.css';
import {
  type ButtonWords,
  type Dictionary,
  type Language,
  TonConnectButton,
  TonConnectUI,
  TonConnectUIProvider,
  UserRejectsError,
  WalletMissingRequiredFeaturesError,
  WalletWrongNetworkError,
} from '@prichal/connect';
import { es } from '@prichal/connect/languages/es';
import { fa } from '@prichal/connect/languages/fa';
import { id } from '@prichal/connect/languages/id';
import { kk } from '@prichal/connect/languages/kk';
import { pt } from '@prichal/connect/languages/pt';
import { tr } from '@prichal/connect/languages/tr';
import { uk } from '@prichal/connect/languages/uk';
import { uz } from '@prichal/connect/languages/uz';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { playedConnector } from './stage/played-connector';
import { connectedAs, FLEET } from './stage/wallets';

const languages: Record<string, Language> = { es, fa, id, kk, pt, tr, uk, uz };
const PHONES = [390, 360, 320];
const WIDTHS = [1280, ...PHONES];
/** The gallery's font. It is wider than those of most phones. */
const FONT = '"Inter Variable"';
const WEIGHTS = [400, 500, 600];

/** Returns whether a control with this name is shown. */
const named = (name: string): boolean =>
  [...document.querySelectorAll('[data-prichal-root] :is(button, [role=menuitem])')].some(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );

/** Controls whose names identify the language. */
type Sign = Pick<Dictionary, 'close' | 'cancel' | 'gotIt'> & {
  button: Pick<ButtonWords, 'connectWallet' | 'copy'>;
};

/** English names of those controls. */
const ENGLISH: Sign = {
  close: 'Close',
  cancel: 'Cancel',
  gotIt: 'Got it',
  button: { connectWallet: 'Connect wallet', copy: 'Copy address' },
};
/** A full user-friendly address. */
const ADDRESS = /^[UE]Q[\w-]{46}$/;
/** Soft hyphens, and places where a name may break. */
const JOINTS = /[\s\u200b]+|(?<=[-–—/])/u;

const roots = (): Element[] => [...document.querySelectorAll('[data-prichal-root]')];

/** Yields the shown texts, each with its element. */
function* shownTexts(): Generator<{ node: Text; element: HTMLElement }> {
  for (const root of roots()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element?.checkVisibility() && node.textContent?.trim()) {
        yield { node: node as Text, element };
      }
    }
  }
}

/** Returns the number of lines that a part of a text takes. */
function linesOf(node: Text, from: number, to: number): number {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size;
}

/** Returns the layout faults of the texts on the page. */
function faults(): string[] {
  const found: string[] = [];
  const { clientWidth } = document.documentElement;
  for (const { node, element } of shownTexts()) {
    const text = node.data;
    const style = getComputedStyle(element);
    // Visible only to screen readers.
    if (element.getBoundingClientRect().width <= 1) continue;
    const clips = style.overflowX !== 'visible';
    if (clips && element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${text}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    const scrolled = element.closest('[role=tablist], [role=menu]') === null;
    if (scrolled && (left < -0.5 || right > clientWidth + 0.5)) found.push(`outside: ${text}`);
    for (const part of text.matchAll(/[^\s\u200b]+/gu)) {
      let from = part.index;
      for (const word of part[0].split(JOINTS)) {
        // A full address may break anywhere.
        if (!ADDRESS.test(word) && linesOf(node, from, from + word.length) > 1)
          found.push(`broken: ${word} in ${text}`);
        from += word.length;
      }
    }
    const box = element.closest<HTMLElement>('button, a, [role=tab], [role=menuitem]');
    if (box && !box.hasAttribute('data-support') && !box.dataset.focusKey?.includes('folder')) {
      if (linesOf(node, 0, text.length) > 1) found.push(`wrapped: ${text}`);
      if (box.scrollWidth > box.clientWidth + 1) found.push(`too narrow: ${text}`);
    }
  }
  for (const bar of document.querySelectorAll('[role=tablist]')) {
    if (bar.scrollWidth > bar.clientWidth) found.push(`tabs: ${bar.textContent}`);
  }
  return found;
}

/**
 * Checks in each frame, because there are hundreds of screens and most are ready by the next frame.
 */
async function until(what: string, condition: () => boolean): Promise<void> {
  const end = performance.now() + 30_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`After 30 s not true: ${what}`);
    await new Promise(requestAnimationFrame);
  }
}

/** Returns whether nothing moves except endless animations. */
const settled = (): boolean =>
  !document
    .getAnimations()
    .some((one) => one.playState === 'running' && one.effect?.getTiming().iterations !== Infinity);

// Turns off animations. Each of the hundreds of screens would otherwise animate its height.
type Session = { send(method: string, params: object): Promise<unknown> };
const motion = (value: 'reduce' | '') =>
  (cdp() as unknown as Session).send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  });
beforeAll(() => motion('reduce'));
afterAll(() => motion(''));

it('every language fits every screen and width', { timeout: 300_000 }, async () => {
  await Promise.all(WEIGHTS.map((weight) => document.fonts.load(`${weight} 1em ${FONT}`, 'AяҚş')));
  localStorage.clear();
  const words = new Map<string, Dictionary>();
  for (const [code, { words: given }] of Object.entries(languages)) {
    words.set(code, typeof given === 'function' ? await given() : given);
  }
  const played = playedConnector(async () => FLEET, null);
  const ui = new TonConnectUI({
    connector: played.connector,
    language: 'en',
    languages,
    actionsConfiguration: { modals: 'all', notifications: 'all' },
  });
  const screen = await render(
    <TonConnectUIProvider instance={ui}>
      <style>{`[data-prichal-root] { --prichal-font: ${FONT}; }`}</style>
      <TonConnectButton />
    </TonConnectUIProvider>,
  );
  const dialog = page.getByRole('dialog');
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  const found: Record<string, string[]> = {};

  /**
   * Checks the current screen in all languages. `sign` is a control whose name identifies the
   * language.
   */
  const look = async (
    name: string,
    sign: (words: Sign) => string = ({ close }) => close,
    widths = WIDTHS,
  ): Promise<void> => {
    for (const width of widths) {
      await page.viewport(width, 800);
      for (const [code, dictionary] of words) {
        const { button: ofButton = {} as ButtonWords } = languages[code] ?? {};
        ui.uiOptions = { language: code };
        const control = sign({ ...dictionary, button: ofButton });
        await until(`“${control}” is shown`, () => named(control));
        await until(`${name} stands still`, settled);
        const wrong = [...new Set(faults())];
        if (wrong.length > 0) found[`${name} ${width} ${code}`] = wrong;
      }
    }
    ui.uiOptions = { language: 'en' };
    await expect.poll(() => named(sign(ENGLISH))).toBe(true);
  };
  const open = async (width = 1280): Promise<void> => {
    await page.viewport(width, 800);
    await ui.openModal();
    await expect.element(dialog.getByText('Tonkeeper')).toBeVisible();
  };
  const pick = async (wallet: string): Promise<void> => {
    await open();
    await dialog.getByRole('button', { name: 'View all wallets' }).click();
    await dialog.getByRole('button', { name: wallet }).click();
  };
  const shut = async (): Promise<void> => {
    ui.closeModal();
    await expect.element(dialog).not.toBeInTheDocument();
  };

  await expect.element(button('Connect wallet')).toBeVisible();
  await look('button', (all) => all.button.connectWallet);

  await open();
  await look('first screen');
  await dialog.getByRole('button', { name: 'What is a wallet' }).click();
  await look('what is a wallet');
  await shut();

  await open(390);
  await dialog.getByRole('tab').nth(1).click();
  await look('code', undefined, PHONES);
  await shut();

  await open();
  await dialog.getByRole('button', { name: 'View all wallets' }).click();
  await look('all wallets');
  await dialog.getByRole('searchbox').fill('qqqqq');
  await look('nothing found');
  await shut();

  for (const wallet of ['Anchor', 'Compass']) {
    await pick(wallet);
    const tabs = dialog.getByRole('tab');
    await expect.element(tabs.first()).toBeVisible();
    const count = tabs.elements().length;
    for (let at = 0; at < count; at += 1) {
      await page.viewport(1280, 800);
      await tabs.nth(at).click();
      await look(`${wallet}, way ${at}`);
    }
    await shut();
  }
  for (const error of [
    new UserRejectsError('no'),
    new WalletMissingRequiredFeaturesError('old'),
    new WalletWrongNetworkError('network'),
    new Error('other'),
  ]) {
    await pick('Harbour');
    await expect.poll(() => played.connecting()).toBe(true);
    played.refuse(error);
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await look(error.name);
    await shut();
  }

  await page.viewport(1280, 800);
  played.answer(connectedAs('Harbour'));
  await button('Wallet UQCD…qEBI').click();
  await look('menu', (all) => all.button.copy);
  await button('Wallet UQCD…qEBI').click();

  for (const answer of ['approve', 'refuse'] as const) {
    const before = played.asked();
    const sending = ui
      .sendTransaction({ validUntil: Math.floor(Date.now() / 1000) + 300, messages: [] })
      .catch(() => undefined);
    await expect.poll(() => played.asked() !== before).toBe(true);
    played.asked()?.sent();
    await expect.element(dialog).toBeVisible();
    if (answer === 'approve') await look('confirm', ({ cancel }) => cancel);
    played.asked()?.[answer](new UserRejectsError('no'));
    await sending;
    await look(answer, ({ gotIt }) => gotIt);
    await button('Got it').click();
    await expect.element(dialog).not.toBeInTheDocument();
  }
  ui.destroy();
  expect(found).toEqual({});
});
