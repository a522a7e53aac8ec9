import { head } from '#head';
import type { LiveTheme } from './live-theme.js';

export { type Theme, themeOf } from './live-theme.js';

/** The theme of this moment: from the launch, then from each `theme_changed`. */
export const theme: LiveTheme = {
  get: () => head().theme.get(),
  subscribe: (listener) => head().theme.subscribe(listener),
};
