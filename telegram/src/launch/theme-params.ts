import { parseColor } from './color.js';

/** Telegram's theme colours by their own names (`bg_color`, …), each as `#rrggbb`. All optional. */
export type ThemeParams = Readonly<Record<string, string>>;

/** One iOS palette paints page and cards in the same grey; Telegram's own script parts them so. */
const IOS_FLAT_GREY = '#1c1c1d';
const IOS_RAISED_GREY = '#2c2c2e';

/**
 * Keeps the colours that can be read and drops the rest. Sorted by name, so that equal palettes are
 * equal as JSON. Never throws.
 */
export function parseThemeParams(value: unknown): ThemeParams {
  const colors: Record<string, string> = {};
  for (const [name, raw] of Object.entries(Object(value)).sort()) {
    const color = parseColor(raw);
    if (color && /^[a-z]\w*$/.test(name)) colors[name] = color;
  }
  if (colors.bg_color === IOS_FLAT_GREY && colors.secondary_bg_color === IOS_FLAT_GREY) {
    colors.secondary_bg_color = IOS_RAISED_GREY;
  }
  return colors;
}
