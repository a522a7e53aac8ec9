/**
 * Takes the pictures of README.md and the documentation site from the built server, mini app and
 * sandbox: `npm run pictures`. Records the texts of each picture and their sources in
 * docs/site/pictures.json, which script/checks/pictures.test.mjs compares with the code.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Frame, type Locator, type Page } from 'playwright';
import { newState } from '../../dev-wallet/src/core.ts';
import { chromiumLaunch } from '../fixtures/chromium.ts';
import { openScene } from '../fixtures/gallery.ts';
import { startServer } from '../fixtures/server.ts';
import { Stand } from '../fixtures/stand.ts';
import { plain, sourceOf } from './strings.ts';

type Theme = 'light' | 'dark';
type Language = 'en' | 'ru';
type Look = { theme: Theme; lang: Language };
type Box = { x: number; y: number; width: number; height: number };

interface Shot {
  /** Area of the page, in CSS px. */
  box: Box;
  /** Radius of the picture's corners, in CSS px. */
  radius: number;
}

interface Picture {
  /** Its file is `NAME-THEME.webp`, or `NAME-THEME-LANGUAGE.webp` if it has several languages. */
  name: string;
  languages: readonly Language[];
  size: { width: number; height: number };
  /** Pixels per CSS px. Pages show the phone and the dialog smaller than they are. */
  scale: number;
  /** Performs the user's actions before the picture. */
  prepare(page: Page, look: Look): Promise<Shot>;
}

/** Address of the site in the pictures. The browser maps it to the server's free port. */
const ORIGIN = 'http://127.0.0.1:8080';
const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'docs/site/public/pictures');

/** Opens the sandbox with the wallet dialog in the phone. */
async function openDialog(page: Page, { theme, lang }: Look): Promise<Stand> {
  const settings = { lang, theme: `ios-${theme}`, platform: 'ios', zoom: 'fit' };
  const stand = await Stand.open(page, ORIGIN, settings);
  // With the keyboard, because the mouse does not find a scaled frame.
  await stand.connectButton.press('Enter');
  await stand.sheet.getByRole('button', { name: 'Dev Wallet' }).waitFor();
  await settled(await stand.appFrame());
  return stand;
}

/** Waits until the visible icons have loaded or failed. */
async function settled(frame: Frame): Promise<void> {
  await frame.waitForFunction(() =>
    [...document.images].every(
      (image) =>
        image.complete ||
        !image.checkVisibility() ||
        image.getBoundingClientRect().top > innerHeight,
    ),
  );
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} has no box`);
  return box;
}

/** Returns the area of an element, and the radius of its corners or of the box drawn below it. */
async function shotOf(locator: Locator): Promise<Shot> {
  const radii = await locator.evaluate((element) =>
    [null, '::before'].map((part) => getComputedStyle(element, part).borderTopLeftRadius),
  );
  return { box: await boxOf(locator), radius: Math.max(...radii.map(Number.parseFloat)) };
}

const pictures: readonly Picture[] = [
  {
    name: 'phone',
    languages: ['en'],
    // High enough for the whole phone in its real size.
    size: { width: 1920, height: 1100 },
    scale: 1.5,
    async prepare(page, look) {
      await openDialog(page, look);
      return shotOf(page.locator('[data-drawn="true"][data-look]'));
    },
  },
  {
    name: 'dialog',
    languages: ['en', 'ru'],
    size: { width: 1280, height: 800 },
    scale: 1.5,
    async prepare(page, look) {
      await openScene(page, ORIGIN, 'universal', look);
      return shotOf(page.locator('dialog > * > *').filter({ has: page.getByRole('heading') }));
    },
  },
  {
    name: 'sandbox',
    languages: ['en', 'ru'],
    size: { width: 1440, height: 900 },
    scale: 2,
    async prepare(page, look) {
      const stand = await openDialog(page, look);
      await stand.sheet.getByRole('button', { name: 'Dev Wallet' }).press('Enter');
      await stand.wallet.approveButton.waitFor();
      await stand.sheet.getByRole('button', { name: 'QR' }).waitFor();
      await settled(page.mainFrame());
      const { x, width } = await boxOf(stand.wallet.root);
      // The log, with its times, is outside.
      return { box: { x: 0, y: 0, width: Math.ceil(x + width), height: 900 }, radius: 12 };
    },
  },
];

/** Returns the texts that are visible in an area of a document. Runs in the page. */
function visibleTexts(area: Box): string[] {
  const isOpaque = (element: Element): boolean =>
    element.tagName === 'IMG' ||
    [null, '::before'].some((part) => {
      const { backgroundColor } = getComputedStyle(element, part);
      return backgroundColor.startsWith('rgb(');
    });
  const isVisible = (element: Element, { x, y, width, height }: DOMRect): boolean => {
    const [middle, centre] = [x + width / 2, y + height / 2];
    const isInside =
      middle > area.x &&
      middle < area.x + area.width &&
      centre > area.y &&
      centre < area.y + area.height;
    // Texts for screen readers have a box of one pixel.
    const smallest = Math.min(width, height, element.clientWidth || width);
    if (!isInside || smallest < 2) return false;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const above = document.elementsFromPoint(middle, centre);
    const depth = above.indexOf(element);
    return !above
      .slice(0, depth === -1 ? above.length : depth)
      .some((one) => !one.contains(element) && !element.contains(one) && isOpaque(one));
  };
  const texts: string[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const element = node.parentElement;
    if (!element || /^(SCRIPT|STYLE|NOSCRIPT|OPTION)$/.test(element.tagName)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    if (isVisible(element, range.getBoundingClientRect())) texts.push(node.textContent ?? '');
  }
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'input, select',
  )) {
    const text =
      'placeholder' in field ? field.value || field.placeholder : field.selectedOptions[0]?.text;
    if (text && isVisible(field, field.getBoundingClientRect())) texts.push(text);
  }
  return texts;
}

/** Converts a picture to WebP with transparent corners. Runs in the page. */
async function encode({ png, radius }: { png: string; radius: number }): Promise<string> {
  const bitmap = await createImageBitmap(await (await fetch(png)).blob());
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.roundRect(0, 0, width, height, radius);
  context.clip();
  context.drawImage(bitmap, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
  const address = await new Promise<string>((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.readAsDataURL(blob);
  });
  return address.slice(address.indexOf(',') + 1);
}

/** Makes Inter the system's font. It resembles the fonts of phones more than Debian's default does. */
function writeFontSettings(path: string): void {
  const rule = (family: string): string =>
    `<match><test name="family"><string>${family}</string></test>` +
    '<edit name="family" mode="prepend" binding="strong"><string>Inter</string></edit></match>';
  writeFileSync(
    path,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
    <include>/etc/fonts/fonts.conf</include>${['system-ui', 'sans-serif', 'sans'].map(rule).join('')}</fontconfig>`,
  );
}

/** Takes one picture. */
async function take(browser: Browser, picture: Picture, look: Look) {
  const context = await browser.newContext({
    viewport: picture.size,
    deviceScaleFactor: picture.scale,
    reducedMotion: 'reduce',
    colorScheme: look.theme,
    locale: look.lang,
  });
  // Other hosts answer on some machines only.
  await context.route(
    (url) => url.origin !== ORIGIN && url.protocol !== 'data:',
    (route) => route.abort(),
  );
  // A user whose wallet has this key. A new one would have another address in each picture.
  await context.addInitScript(
    (state) => {
      try {
        localStorage.setItem('prichal-dev-wallet', state);
      } catch {}
    },
    JSON.stringify(newState('07'.repeat(32))),
  );
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const { box, radius } = await picture.prepare(page, look);
  const png = await page.screenshot({ clip: box, animations: 'disabled' });
  /** Texts by source. Those without a source have the key `data`. */
  const strings: Record<string, string[]> = {};
  const whole = { x: 0, y: 0, width: 9999, height: 9999 };
  for (const frame of page.frames()) {
    const isSandbox = frame.childFrames().length > 0;
    const area = frame === page.mainFrame() ? box : whole;
    const texts = (await frame.evaluate(visibleTexts, area)).map(plain);
    for (const text of new Set(texts.filter((one) => one !== ''))) {
      const { words, source = 'data' } = sourceOf(text, isSandbox ? 'sandbox' : 'app');
      strings[source] = [...new Set([...(strings[source] ?? []), words])];
    }
  }
  await context.close();
  const blank = await browser.newPage();
  const webp = await blank.evaluate(encode, {
    png: `data:image/png;base64,${png.toString('base64')}`,
    radius: radius * picture.scale,
  });
  await blank.close();
  const { width, height } = box;
  const record = { width: Math.round(width), height: Math.round(height), strings };
  return { bytes: Buffer.from(webp, 'base64'), record };
}

const temporary = mkdtempSync(join(tmpdir(), 'prichal-pictures-'));
const fonts = join(temporary, 'fonts.conf');
writeFontSettings(fonts);
const server = await startServer(['--public-url', ORIGIN], { PRICHAL_PRODUCT_LANGUAGES: 'ru,en' });
const browser = await chromium.launch({
  ...chromiumLaunch,
  args: [
    ...chromiumLaunch.args,
    `--host-resolver-rules=MAP ${new URL(ORIGIN).host} ${new URL(server.origin).host}`,
  ],
  env: { ...process.env, FONTCONFIG_FILE: fonts },
});
try {
  const taken: [file: string, Awaited<ReturnType<typeof take>>][] = [];
  for (const picture of pictures) {
    for (const lang of picture.languages) {
      const both = (['light', 'dark'] as const).map(async (theme) => {
        const parts = [picture.name, theme, ...(picture.languages.length > 1 ? [lang] : [])];
        const look = { theme, lang };
        // A busy machine may lose a press.
        const one = await take(browser, picture, look).catch(() => take(browser, picture, look));
        return [`${parts.join('-')}.webp`, one] as const;
      });
      for (const [file, one] of await Promise.all(both)) taken.push([file, one]);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, { bytes }] of taken) {
    writeFileSync(join(folder, file), bytes);
    process.stdout.write(`${file}: ${Math.round(bytes.length / 1000)} kB\n`);
  }
  const records = Object.fromEntries(taken.map(([file, { record }]) => [file, record]));
  writeFileSync(join(root, 'docs/site/pictures.json'), `${JSON.stringify(records)}\n`);
} finally {
  await browser.close();
  await server.stop();
  rmSync(temporary, { recursive: true });
}
