import type { Theme } from '@prichal/telegram';
import { type Palette, paletteOf, type Surface } from './palette';

/**
 * Paints the page: sets `--{page,card,bar}-{ground,text,muted,accent,wash,line}`, the colour scheme
 * and `data-theme`. Runs in the head before the first paint, then at each change of the theme.
 */
export function paint(theme: Theme): Palette {
  const root = document.documentElement;
  const scheme = theme.isDark ? 'dark' : 'light';
  root.style.colorScheme = scheme;
  root.dataset.theme = scheme;
  const palette = paletteOf(theme);
  for (const [name, surface] of Object.entries(palette) as [string, Surface][]) {
    for (const [role, color] of Object.entries(surface) as [string, string][]) {
      root.style.setProperty(`--${name}-${role}`, color);
    }
  }
  return palette;
}
