/**
 * Takes the README's pictures from the real binary: `npm run pictures`. Run it when a screen
 * changes. The pictures are in docs/pictures/.
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from '@playwright/test';
import { chromium, type Page } from 'playwright';
import { chromiumLaunch } from '../fixtures/chromium.ts';
import { startServer } from '../fixtures/server.ts';
import { Stand, type StandSettings } from '../fixtures/stand.ts';

const folder = resolve(import.meta.dirname, '../../docs/pictures');
mkdirSync(folder, { recursive: true });

const server = await startServer();
const browser = await chromium.launch(chromiumLaunch);

interface Picture {
  name: string;
  width: number;
  height: number;
  settings?: StandSettings;
  /** User actions before the picture. */
  prepare?: (stand: Stand, page: Page) => Promise<void>;
}

async function openSheet(stand: Stand): Promise<void> {
  // With the keyboard, because the mouse does not find a scaled frame.
  await stand.connectButton.press('Enter');
  await stand.sheet.waitFor();
  const copy = stand.sheet.getByRole('button', { name: 'Скопировать ссылку' });
  const wallets = stand.sheet.getByRole('tab', { name: 'Кошельки' });
  await expect(copy.or(wallets)).toBeEnabled();
}

const pictures: Picture[] = [
  { name: 'stand', width: 1440, height: 900 },
  { name: 'phone', width: 1440, height: 900, settings: { theme: 'weba-dark' }, prepare: openSheet },
  { name: 'sheet', width: 1440, height: 900, settings: { size: 'desktop' }, prepare: openSheet },
];

for (const picture of pictures) {
  const context = await browser.newContext({
    viewport: { width: picture.width, height: picture.height },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const stand = await Stand.open(page, server.origin, { zoom: 'fit', ...picture.settings });
  await picture.prepare?.(stand, page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: resolve(folder, `${picture.name}.png`), animations: 'disabled' });
  await context.close();
  process.stdout.write(`docs/pictures/${picture.name}.png\n`);
}

await browser.close();
await server.stop();
