import { head } from '../host/head-left.js';
import type { LiveValue } from '../host/live-value.js';
import type { Theme } from '../launch/theme-params.js';

function left(): LiveValue<Theme> {
  const { theme } = head();
  if (!theme) throw new Error('window.prichal has no theme: read it in the inline head');
  return theme;
}

/** The theme that the inline head follows. Stands in for theme-found.ts as head-left.ts does. */
export const theme: LiveValue<Theme> = {
  get: () => left().get(),
  subscribe: (listener) => left().subscribe(listener),
};
