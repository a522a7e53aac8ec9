import { head } from '../host/head.js';
import type { LiveValue } from '../host/live-value.js';
import type { Theme } from '../launch/theme-params.js';
import { followTheme } from './follow-theme.js';

export type { Theme } from '../launch/theme-params.js';
export { themeOf } from './theme-of.js';

/** The page has one followed theme, kept on its head. A page that never reads it carries none of this code. */
function followed(): LiveValue<Theme> {
  const page = head();
  page.theme ??= followTheme();
  return page.theme;
}

/** The theme of this moment: from the launch, then from each `theme_changed`. */
export const theme: LiveValue<Theme> = {
  get: () => followed().get(),
  subscribe: (listener) => followed().subscribe(listener),
};
