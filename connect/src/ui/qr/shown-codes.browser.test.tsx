import type { WalletInfo } from '@prichal/sdk';
import jsQR from 'jsqr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';

const named = (name: string) => page.getByRole('button', { name });
/** A picture of one dark colour without an edge, the hardest one for a decoder. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><path d="M0 0h60v60H0z" fill="#123"/></svg>')}`;

/** Links of realistic length. */
const REQUEST = encodeURIComponent(
  JSON.stringify({
    manifestUrl: 'https://prichal.example.org/tonconnect-manifest.json',
    items: [{ name: 'ton_addr' }, { name: 'ton_proof', payload: 'f'.repeat(64) }],
  }),
);
const LINK = `tc://?v=2&id=${'5f'.repeat(32)}&trace_id=019aa2c4-7e1c-7c66-9a0e-3c7a8e5b1d20&r=${REQUEST}`;

const wallets: WalletInfo[] = [
  remoteWallet('Wallet', {
    appName: 'telegram-wallet',
    imageUrl: PICTURE,
    universalLink: 'https://t.me/wallet?attach=wallet',
  } as never),
  ...['Anchor', 'Buoy', 'Compass', 'Dinghy', 'Fathom', 'Galley', 'Harbour'].map((name) =>
    remoteWallet(name, { imageUrl: PICTURE }),
  ),
];

/** Returns the text that a camera reads from the dialog, as the browser painted it. */
async function scan(): Promise<string | undefined> {
  const shot = await page.getByRole('dialog').screenshot({ base64: true, save: false });
  const image = new Image();
  image.src = `data:image/png;base64,${typeof shot === 'string' ? shot : shot.base64}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(data, width, height)?.data;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe.each(['LIGHT', 'DARK'] as const)('codes on the screen, %s', (theme) => {
  async function open(width: number) {
    await page.viewport(width, width === 320 ? 568 : 844);
    vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    const connector = scriptedConnector(wallets);
    connector.connect = (() => LINK) as never;
    await renderWidget({ connector, uiPreferences: { theme } });
    await named('Connect wallet').click();
    await expect.element(named('View all wallets')).toBeVisible();
  }
  const shown = async (): Promise<void> => {
    await expect.element(named('QR code: copy its link')).toBeEnabled();
    await until(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  };

  it.each([320, 390])('the code for any wallet is readable at %i px', async (width) => {
    await open(width);
    await page.getByRole('tab', { name: 'QR code' }).click();
    await shown();
    expect(await scan()).toBe(`${LINK}&ret=none`);
  });

  it.each([320, 390])(
    'the code of one wallet is readable with its picture at %i px',
    async (width) => {
      await open(width);
      await named('Anchor').click();
      await named('Show QR Code').click();
      await shown();
      await until(() => document.querySelector('dialog [data-state="shown"] img'));
      expect(await scan()).toBe(`https://anchor.example/connect?${LINK.slice(6)}&ret=none`);
    },
  );

  it.each([320, 390])('the code of Wallet in Telegram is readable at %i px', async (width) => {
    await open(width);
    await named('Open Wallet in Telegram').click();
    await named('Show QR Code').click();
    await shown();
    expect(await scan()).toMatch(/^https:\/\/t\.me\/wallet\/start\?startapp=tonconnect-v__2-id__/);
  });

  it('the code on a desktop is readable', async () => {
    await open(1280);
    await shown();
    expect(await scan()).toBe(`${LINK}&ret=none`);
  });
});
