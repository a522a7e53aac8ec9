import type { WalletInfoRemote } from '@prichal/sdk';
import jsQR from 'jsqr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { anyWalletLink, universalLink } from '../../core/links.js';
import { painted, paintedUntil } from '../../testing/painted.js';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector } from '../../testing/scripted-connector.js';
import { finders, QR_SIZE } from './qr-finders.js';
import { qrShape } from './qr-shape.js';

const REQUEST = (proof = '') =>
  JSON.stringify({
    manifestUrl: 'https://prichal.example.org/tonconnect-manifest.json',
    items: [{ name: 'ton_addr' }, ...(proof ? [{ name: 'ton_proof', payload: proof }] : [])],
  });
const tc = (proof?: string): string =>
  `tc://?${new URLSearchParams({
    v: '2',
    id: '5f'.repeat(32),
    trace_id: '019aa2c4-7e1c-7c66-9a0e-3c7a8e5b1d20',
    r: REQUEST(proof),
  })}`;
const wallet = (universal: string): WalletInfoRemote => ({
  ...(remoteWallet('Alpha') as WalletInfoRemote),
  universalLink: universal,
});

/** Returns the modules that the code's lines cover: x and y of each. */
const modulesOf = (flow: string): [x: number, y: number][] =>
  [...flow.matchAll(/M(\d+) (\d+)([hv])(\d+)/g)].flatMap(([, x, y, way, length]) =>
    Array.from({ length: Number(length) + 1 }, (_, at): [number, number] => [
      Number(x) + (way === 'h' ? at : 0),
      Number(y) + (way === 'v' ? at : 0),
    ]),
  );

/** Returns the text that a camera reads from the drawn code, with the quiet zone of its card. */
function scan(link: string, hole: boolean, scale: number): string | undefined {
  const { size, flow } = qrShape(link, hole);
  const side = (QR_SIZE + 32) * scale;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.translate(16 * scale, 16 * scale);
  if (hole) {
    // A picture of one dark colour is the hardest for a decoder.
    context.fillStyle = '#234';
    context.fillRect(104 * scale, 104 * scale, 48 * scale, 48 * scale);
  }
  context.fillStyle = '#000';
  context.scale((QR_SIZE * scale) / size, (QR_SIZE * scale) / size);
  context.translate(0.5, 0.5);
  context.fill(new Path2D(finders(size)), 'evenodd');
  context.lineCap = 'round';
  context.stroke(new Path2D(flow));
  return jsQR(context.getImageData(0, 0, side, side).data, side, side)?.data;
}

describe('the code', () => {
  it.each([
    ['any wallet', anyWalletLink(tc(), 'none')],
    ['any wallet, with a proof to sign', anyWalletLink(tc('f'.repeat(96)), 'none')],
    [
      'a wallet’s own link',
      universalLink(wallet('https://app.alpha.example/ton-connect'), tc(), 'none'),
    ],
    [
      'a wallet in Telegram',
      universalLink(wallet('https://t.me/wallet?attach=wallet'), tc(), 'none'),
    ],
    [
      'a wallet in Telegram, with a proof',
      universalLink(wallet('https://t.me/wallet?attach=wallet'), tc('f'.repeat(96)), 'none'),
    ],
    ['a short text', 'tc://'],
  ])('can be scanned for %s, with and without a picture, at every density', (_, link) => {
    for (const scale of [1, 2, 3]) {
      expect(scan(link, false, scale)).toBe(link);
      if (link.length > 20) expect(scan(link, true, scale)).toBe(link);
    }
  });

  it('omits whole modules in the middle, at most 60 px', () => {
    const hole = qrShape(anyWalletLink(tc(), 'none'), true);
    const whole = qrShape(anyWalletLink(tc(), 'none'), false);
    expect(hole.size).toBe(whole.size);
    expect(hole.flow.length).toBeLessThan(whole.flow.length);
    // Half of the hole, in modules: the distance from the middle to the nearest drawn module.
    const middle = (hole.size - 1) / 2;
    const nearest = Math.min(
      ...modulesOf(hole.flow).map(([x, y]) => Math.max(Math.abs(x - middle), Math.abs(y - middle))),
    );
    const px = ((2 * nearest - 1) * QR_SIZE) / hole.size;
    expect(px).toBeLessThanOrEqual(60);
    // As many modules as fit into 60 px; an odd number, like the code's.
    expect(px).toBeGreaterThan(60 - (2 * QR_SIZE) / hole.size);
  });

  it('is 256 px wide in the sheet, with a picture of 48 px in its middle', async () => {
    localStorage.clear();
    await page.viewport(1280, 800);
    await renderWidget({ connector: scriptedConnector([remoteWallet('Alpha')]) });
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Alpha' }).click();
    const code = page.getByRole('img', { name: 'QR code: copy its link' });
    await expect.element(code).toBeVisible();
    const { width, height, left, top } = code.element().getBoundingClientRect();
    // Exact pixels: the boxes of a moving sheet have fractions.
    expect([width, height].map(Math.round)).toEqual([256, 256]);
    const picture = code.element().nextElementSibling?.firstElementChild?.getBoundingClientRect();
    expect([picture?.width ?? 0, picture?.height ?? 0].map(Math.round)).toEqual([48, 48]);
    const place = [(picture?.left ?? 0) - left, (picture?.top ?? 0) - top];
    expect(place.map(Math.round)).toEqual([104, 104]);
  });
});

describe('copying the link', () => {
  beforeEach(async () => {
    localStorage.clear();
    await page.viewport(1280, 800);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each([
    ['the code', 'QR code: copy its link'],
    ['the button', 'Copy link'],
  ])('by %s shows a confirmation for 1.5 s', async (_, name) => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await renderWidget();
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    const control = page.getByRole('button', { name });
    await expect.element(control).toBeEnabled();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    control.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await paintedUntil(() => page.getByRole('button', { name: 'Link Copied' }).query());
    expect(write.mock.calls[0]?.[0]).toMatch(/^tc:\/\/\?v=2&id=.*&ret=none$/);
    expect(document.querySelector('dialog [role="status"]')?.textContent).toBe('Link Copied');
    vi.advanceTimersByTime(1499);
    await painted();
    expect(page.getByRole('button', { name: 'Link Copied' }).query()).not.toBeNull();
    vi.advanceTimersByTime(1);
    await painted();
    expect(page.getByRole('button', { name: 'Link Copied' }).query()).toBeNull();
    vi.useRealTimers();
    await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  });
});
