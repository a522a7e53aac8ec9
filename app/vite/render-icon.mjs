// Renders public/icon.png (180 × 180, shown by wallets next to our name) from the mark. Run it
// after the mark changes:
//
//   node app/vite/render-icon.mjs
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';

const SIZE = 180;
const app = join(import.meta.dirname, '..');
const mark = /'(M7 [^']+)'/.exec(readFileSync(join(app, 'src/shell/mark.tsx'), 'utf8'))?.[1];
if (mark === undefined) throw new Error('src/shell/mark.tsx has no path that begins with M7');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
await page.setContent(`
  <body style="margin:0;background:#b8501c">
    <svg width="${SIZE}" height="${SIZE}" viewBox="-7.5 -7.3 39 39" fill="none" stroke="#fff"
      stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"><path d="${mark}"/></svg>
  </body>`);
await page.screenshot({ path: join(app, 'public/icon.png') });
await browser.close();
