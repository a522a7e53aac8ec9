import type { Page } from '@playwright/test';
import readCode from 'jsqr';

/** Milliseconds between two scans of a page. */
const AGAIN = 200;

/** Decodes a picture to RGBA pixels. */
async function pixelsOf(page: Page, png: Buffer) {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const drawing = canvas.getContext('2d');
    if (!drawing) throw new Error('this browser draws nothing');
    drawing.drawImage(picture, 0, 0);
    const { data, width, height } = drawing.getImageData(0, 0, picture.width, picture.height);
    let text = '';
    for (let at = 0; at < data.length; at += 32_768)
      text += String.fromCharCode(...data.subarray(at, at + 32_768));
    return { data: btoa(text), width, height };
  }, png.toString('base64'));
}

/**
 * Reads the QR code on a page, as a phone's camera does, for `wallet.open`. Waits for a code.
 * Rejects after `timeout` milliseconds without one.
 */
export async function scanCode(
  page: Page,
  { timeout = 10_000 }: { timeout?: number } = {},
): Promise<string> {
  const end = Date.now() + timeout;
  for (;;) {
    const { data, width, height } = await pixelsOf(page, await page.screenshot());
    const found = readCode(new Uint8ClampedArray(Buffer.from(data, 'base64')), width, height);
    if (found?.data) return found.data;
    if (Date.now() > end) throw new Error(`no QR code on ${page.url()} within ${timeout} ms`);
    await new Promise((again) => setTimeout(again, AGAIN));
  }
}
