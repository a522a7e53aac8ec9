import type { WalletInfo } from '@prichal/sdk';
import { useRef } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { painted } from '../../testing/painted.js';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';
import { useFittedText } from './WalletTile.js';

const TWENTY = 'abcdefghijklmnopqrst';
const LINE = { display: 'block', overflow: 'hidden', whiteSpace: 'nowrap', fontSize: 0 } as const;

const named = (name: string | RegExp) => page.getByRole('button', { name });
/** A picture that does not exist: tests send no requests. */
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
  it('has a picture of 60 px, the name, and a label', async () => {
    await showAll([remoteWallet('Tonkeeper'), remoteWallet('Beta'), remoteWallet('Gamma')]);
    // The sheet may still be animated and slightly smaller.
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

  it('keeps its monogram until a picture has loaded', async () => {
    await showAll([remoteWallet('Beta'), remoteWallet('Gamma', { imageUrl: NOWHERE })]);
    const gamma = named('Gamma').element();
    await expect.poll(() => gamma.querySelector('img')).toBeNull();
    expect(gamma.textContent).toContain('G');
  });

  it('tightens a name that does not fit, by steps of 0.05 px down to -0.4', async () => {
    await showAll([
      remoteWallet('Beta'),
      remoteWallet('Harbourmasters'),
      remoteWallet('Quartermasterly'),
    ]);
    const spacing = (name: string): number => {
      const text = [...named(name).element().querySelectorAll('span')].find(
        ({ textContent, children }) => textContent === name && children.length === 0,
      );
      return Number.parseFloat(text?.style.letterSpacing || '0');
    };
    expect(spacing('Quay1')).toBe(0);
    for (const name of ['Harbourmasters', 'Quartermasterly']) {
      const steps = spacing(name) / -0.05;
      expect(steps).toBeGreaterThan(0);
      expect(steps).toBeLessThanOrEqual(8);
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6);
    }
  });

  it('tightens a name of twenty letters by one step per missing pixel', async () => {
    const Fitted = ({ lacking }: { lacking: number }) => {
      const ref = useRef<HTMLSpanElement>(null);
      useFittedText(ref, TWENTY);
      // A letter is 8 px wide in every font.
      return (
        <span ref={ref} style={{ ...LINE, width: 160 - lacking }}>
          {[...TWENTY].map((letter, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: letters stay where they are
            <i key={at} style={{ display: 'inline-block', width: 8, font: '4px monospace' }}>
              {letter}
            </i>
          ))}
        </span>
      );
    };
    const lacks = [0, 1, 2, 3, 5, 8, 9, 30];
    const screen = await render(lacks.map((lacking) => <Fitted key={lacking} lacking={lacking} />));
    await painted();
    const steps = [...screen.container.querySelectorAll('span')].map(({ style }) =>
      Math.round(-Number.parseFloat(style.letterSpacing || '-0') / 0.05),
    );
    expect(steps).toEqual([0, 1, 2, 3, 5, 8, 8, 8]);
  });
});
