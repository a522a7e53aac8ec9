import { parseColor } from './color.js';

/** Telegram's theme colours by their own names (`bg_color`, …), each as `#rrggbb`. All optional. */
export type ThemeParams = Readonly<Record<string, string>>;

/** The client's palette and whether it is a dark one. */
export interface Theme {
  readonly params: ThemeParams;
  readonly isDark: boolean;
}

/**
 * Keeps the colours that can be read and drops the rest. Sorted by name, so that equal palettes are
 * equal as JSON. Never throws.
 */
export function parseThemeParams(value: unknown): ThemeParams {
  const told: Record<string, unknown> = Object(value);
  const colors: Record<string, string> = {};
  for (const name of Object.keys(told).sort()) {
    const color = parseColor(told[name]);
    if (color && /^\w+$/.test(name)) colors[name] = color;
  }
  // One iOS palette paints page and cards in the same grey; Telegram's own script parts them so.
  if (colors.bg_color === '#1c1c1d' && colors.secondary_bg_color === '#1c1c1d') {
    colors.secondary_bg_color = '#2c2c2e';
  }
  return colors;
}
