import type { WalletInfo } from '@tonconnect/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';

const named = (name: string | RegExp) => page.getByRole('button', { name });
/** A picture that is never there: tests ask nobody. */
const NOWHERE = 'data:image/png;base64,';

async function showAll(wallets: WalletInfo[]): Promise<void> {
  const more = ['Quay1', 'Quay2', 'Quay3'].map((name) => remoteWallet(name));
  await renderWidget({ connector: scriptedConnector([...wallets, ...more]) });
  await named('Connect wallet').click();
  await named('View all wallets').click();
  await expect.element(page.getByRole('heading', { name: 'Wallets' })).toBeVisible();
}

beforeEach(async () => {
  localStorage.clear();
  localStorage.setItem('ton-connect-ui_preferred-wallet', 'beta');
  await page.viewport(1280, 860);
});

describe('a tile', () => {
  it('has a picture of 60 px, the name, and what there is to say of the wallet', async () => {
    await showAll([remoteWallet('Tonkeeper'), remoteWallet('Beta'), remoteWallet('Gamma')]);
    // The sheet may still be on its way, drawn a hair smaller.
    const size = () => {
      const box = named('Gamma').element().querySelector('[aria-hidden]')?.getBoundingClientRect();
      return [box?.width, box?.height];
    };
    await expect.poll(size).toEqual([60, 60]);
    await expect.element(named(/^Beta Recent$/)).toBeVisible();
    await expect.element(named(/^Tonkeeper Popular$/)).toBeVisible();
  });

  it("of the messenger's own wallet says 'Wallet in' and 'Telegram'", async () => {
    await showAll([
      remoteWallet('Wallet', { appName: 'telegram-wallet' }),
      remoteWallet('Beta'),
      remoteWallet('Gamma'),
    ]);
    await expect.element(named(/^Wallet in Telegram$/)).toBeVisible();
  });

  it('keeps its monogram while there is no picture, and when none comes', async () => {
    await showAll([remoteWallet('Beta'), remoteWallet('Gamma', { imageUrl: NOWHERE })]);
    const gamma = named('Gamma').element();
    await expect.poll(() => gamma.querySelector('img')).toBeNull();
    expect(gamma.textContent).toContain('G');
  });

  it('tightens a name that does not fit, by steps of 0.05 px down to -0.4', async () => {
    // From one that fits to one that no spacing makes fit, with many between.
    const names = [
      'Harbour',
      'Harbourmast',
      'Harbourmaste',
      'Harbourmaster',
      'Harbourmasterl',
      'Harbourmasters',
      'Quartermasters',
      'Quartermasterly',
    ];
    await showAll(['Beta', ...names].map((name) => remoteWallet(name)));
    const steps = names.map((name) => {
      const text = [...named(name).element().querySelectorAll('span')].find(
        ({ textContent, children }) => textContent === name && children.length === 0,
      );
      if (!text) throw new Error(`${name} has no tile`);
      const tightened = text.style.letterSpacing;
      text.style.letterSpacing = '';
      const overflow = (text.scrollWidth - text.clientWidth) / name.length;
      text.style.letterSpacing = tightened;
      const needed = Math.min(Math.ceil(overflow / 0.05), 8);
      expect(Number.parseFloat(tightened || '0'), name).toBeCloseTo(-0.05 * needed, 5);
      return needed;
    });
    expect(steps[0]).toBe(0);
    expect(steps.at(-1)).toBe(8);
    // Twice the step would not be told from it by even numbers alone.
    expect(steps.some((count) => count % 2 === 1)).toBe(true);
  });
});
