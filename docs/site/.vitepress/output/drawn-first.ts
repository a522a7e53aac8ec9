/*
 * Styles before scripts. The theme requests scripts with the priority of styles, which delays the first paint on a
 * slow network. Pages are readable without scripts, so scripts get a low priority.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Style sheet for icons of social links. The site has none, so pages must not wait for this empty file. */
const ICONS = 'vp-icons.css';

const NAMELESS_SWITCH = /(VPSwitchAppearance"[^>]*? title)(?=[ >])/g;

/**
 * @param switchTitle name of the theme switch. The theme sets it by script; without it the button has no name
 *   until then.
 * @throws if the theme already writes the name
 */
export function drawnFirst(html: string, switchTitle: string): string {
  if (html.includes('VPSwitchAppearance') && html.search(NAMELESS_SWITCH) < 0) {
    throw new Error('the theme switch already has a name. Fix: remove it from drawn-first.ts.');
  }
  return html
    .replace(NAMELESS_SWITCH, `$1="${switchTitle}"`)
    .replace(`<link rel="preload stylesheet" href="/${ICONS}" as="style">`, '')
    .replaceAll('<script type="module" src=', '<script type="module" fetchpriority="low" src=')
    .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
}

/**
 * Removes the style sheet of icons from the build in `folder`.
 * @throws if it is not empty
 */
export function removeEmptyIcons(folder: string): void {
  const file = join(folder, ICONS);
  if (readFileSync(file, 'utf8').trim() !== '') {
    throw new Error(`${ICONS} is not empty. Fix: keep its link in drawn-first.ts.`);
  }
  rmSync(file);
}
