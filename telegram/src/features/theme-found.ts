import { head } from '../host/head.js';
import type { LiveValue } from '../host/live-value.js';
import type { Theme } from '../launch/theme-params.js';
import { followTheme } from './follow-theme.js';

/** One for the page, as its head is: a page that never asks carries none of this code. */
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
