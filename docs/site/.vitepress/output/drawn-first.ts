/*
 * Makes the first paint early and final. The theme requests scripts with the priority of styles, which delays the
 * first paint on a slow network. Pages are readable without scripts, so scripts get a low priority. The theme also
 * sets some classes and names by script only; the page has them from the start, so nothing moves when scripts start.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Style sheet for icons of social links. The site has none, so pages must not wait for this empty file. */
const ICONS = 'vp-icons.css';

const NAMELESS_SWITCH = /(VPSwitchAppearance"[^>]*? title)(?=[ >])/g;

/** The bar of a page with a sidebar starts at the edge of the window. */
const BAR = 'class="VPNavBar"';
const BAR_BESIDE_SIDEBAR = 'class="VPNavBar has-sidebar"';

/**
 * @param switchTitle name of the theme switch
 * @throws if the theme already writes the name
 */
export function drawnFirst(html: string, switchTitle: string): string {
  if (html.includes('VPSwitchAppearance') && html.search(NAMELESS_SWITCH) < 0) {
    throw new Error('the theme switch already has a name. Fix: remove it from drawn-first.ts.');
  }
  const hasSidebar = html.includes('VPNavBarTitle has-sidebar');
  if (hasSidebar && !html.includes(BAR)) {
    throw new Error('the bar has other classes now. Fix: change BAR in drawn-first.ts.');
  }
  return html
    .replace(BAR, hasSidebar ? BAR_BESIDE_SIDEBAR : BAR)
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
