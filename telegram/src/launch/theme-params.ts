import { parseColor } from './color.js';

/** Telegram's theme colours by Telegram's names (`bg_color`, …), each as `#rrggbb`. All are optional. */
export type ThemeParams = Readonly<Record<string, string>>;

/** The client's palette, and whether it is dark. */
export interface Theme {
  readonly params: ThemeParams;
  readonly isDark: boolean;
}

/** Returns the valid colours, sorted by name, so that equal palettes have equal JSON. Never throws. */
export function parseThemeParams(value: unknown): ThemeParams {
  const told: Record<string, unknown> = Object(value);
  const colors: Record<string, string> = {};
  for (const name of Object.keys(told).sort()) {
    const color = parseColor(told[name]);
    if (color && /^\w+$/.test(name)) colors[name] = color;
  }
  // One iOS palette has the same grey for page and cards. Telegram's own script separates them like this.
  if (colors.bg_color === '#1c1c1d' && colors.secondary_bg_color === '#1c1c1d') {
    colors.secondary_bg_color = '#2c2c2e';
  }
  return colors;
}
