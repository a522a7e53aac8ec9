import { head } from '../host/head.js';
import type { LiveValue } from '../host/live-value.js';
import type { Theme } from '../launch/theme-params.js';
import { followTheme } from './follow-theme.js';

export type { Theme } from '../launch/theme-params.js';
export { themeOf } from './theme-of.js';

/**
 * The live theme of the page, kept on its head. A separate module, so that pages that do not use it do not
 * load it.
 */
function followed(): LiveValue<Theme> {
  const page = head();
  page.theme ??= followTheme();
  return page.theme;
}

/** The current theme: from the launch, then from each `theme_changed`. */
export const theme: LiveValue<Theme> = {
  get: () => followed().get(),
  subscribe: (listener) => followed().subscribe(listener),
};
