/*
 * A page is written to be read before a script of it has run: what it is drawn by comes first. The theme asks for
 * its scripts as urgently as for its styles, so that on a slow network they arrive together, later.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The style sheet of icons beside social links. We have none, and every page would wait for an empty file. */
const ICONS = 'vp-icons.css';

const NAMELESS_SWITCH = /(VPSwitchAppearance"[^>]*? title)(?=[ >])/g;

/**
 * @param switchTitle what the switch of light and dark is called, which the theme leaves to its script: until
 *   then it would be a button without a name
 * @throws when a switch has its name: the theme writes it by now, and there is nothing left to do here
 */
export function drawnFirst(html: string, switchTitle: string): string {
  if (html.includes('VPSwitchAppearance') && html.search(NAMELESS_SWITCH) < 0) {
    throw new Error('no switch lacks its name: see output/drawn-first.ts');
  }
  return html
    .replace(NAMELESS_SWITCH, `$1="${switchTitle}"`)
    .replace(`<link rel="preload stylesheet" href="/${ICONS}" as="style">`, '')
    .replaceAll('<script type="module" src=', '<script type="module" fetchpriority="low" src=')
    .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
}

/**
 * Takes the style sheet of icons out of the build in `folder`.
 * @throws when something stands in it: pages have icons then, and `drawnFirst` has to leave it in
 */
export function removeEmptyIcons(folder: string): void {
  const file = join(folder, ICONS);
  if (readFileSync(file, 'utf8').trim() !== '') {
    throw new Error(`${ICONS} has icons, but no page asks for it: see output/drawn-first.ts`);
  }
  rmSync(file);
}
