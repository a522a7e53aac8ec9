/**
 * Reduces the pictures that tests compare with to a third of their size by quantising their colours
 * to a palette. The loss is far below the threshold of the comparison. Run it after taking the
 * pictures again: `node e2e/screens/squeeze.ts`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { chromium } from 'playwright';
import { chromiumLaunch } from '../fixtures/chromium.ts';

type Squeezed = {
  width: number;
  height: number;
  /** Three bytes per colour. */
  palette: number[];
  /** One byte per pixel, its index in the palette, as base64. */
  places: string;
};

/** Runs in the browser, which can decode pictures. */
async function squeeze(address: string): Promise<Squeezed> {
  /** Step of each channel. The edges of letters need no more levels. */
  const STEP = 8;
  const PALETTE = 256;
  const bitmap = await createImageBitmap(await (await fetch(address)).blob());
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  const bytes = context.getImageData(0, 0, width, height).data;
  const round = (value = 0): number => Math.min(255, Math.round(value / STEP) * STEP);
  const colourAt = (at: number): number =>
    (round(bytes[at]) << 16) | (round(bytes[at + 1]) << 8) | round(bytes[at + 2]);
  const channels = (colour: number): number[] => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const distance = (one: number, other: number): number =>
    channels(one).reduce((sum, value, at) => sum + (value - (channels(other)[at] ?? 0)) ** 2, 0);

  const counts = new Map<number, number>();
  for (let at = 0; at < bytes.length; at += 4)
    counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1);
  const ordered = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  // The most frequent colours stay. Each other colour becomes the nearest of them.
  const kept = ordered.slice(0, PALETTE);
  const places = new Map(kept.map((colour, place) => [colour, place]));
  for (const colour of ordered.slice(PALETTE)) {
    const nearest = kept.reduce((best, other) =>
      distance(colour, other) < distance(colour, best) ? other : best,
    );
    places.set(colour, kept.indexOf(nearest));
  }
  let text = '';
  for (let at = 0; at < bytes.length; at += 4)
    text += String.fromCharCode(places.get(colourAt(at)) ?? 0);
  return { width, height, palette: kept.flatMap(channels), places: btoa(text) };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function encode({ width, height, palette, places }: Squeezed): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  // The byte before each row says that the row is unfiltered.
  const pixels = Buffer.from(places, 'base64');
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++)
    pixels.copy(rows, row * (width + 1) + 1, row * width, (row + 1) * width);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const folder = resolve(import.meta.dirname, 'baseline');
const browser = await chromium.launch(chromiumLaunch);
const page = await browser.newPage();
let before = 0;
let after = 0;
for (const name of readdirSync(folder)) {
  const png = readFileSync(resolve(folder, name));
  const hasPalette = png[25] === 3;
  const address = `data:image/png;base64,${png.toString('base64')}`;
  const small = hasPalette ? png : encode(await page.evaluate(squeeze, address));
  if (!hasPalette) writeFileSync(resolve(folder, name), small);
  before += png.length;
  after += small.length;
}
await browser.close();
process.stdout.write(`${Math.round(before / 1024)} kB, now ${Math.round(after / 1024)} kB\n`);
