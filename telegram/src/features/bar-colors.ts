import { head } from '#head';
import { parseColor } from '../launch/color.js';

/** The bars, and the Mini Apps version from which on a client takes any colour for them. */
const SINCE = { header: '6.9', background: '6.1', bottom_bar: '7.10' };

/** Colours of Telegram's own bars around the app, `#rrggbb`. */
export type BarColors = Readonly<Record<keyof typeof SINCE, string>>;

/**
 * Paints Telegram's bars. Always in hex: most clients ignore or misread colour names. The header
 * takes hex from 6.9 only; before that the client keeps its own. Unreadable colours are left out.
 */
export function setBarColors(colors: BarColors): void {
  for (const bar in SINCE) {
    const color = parseColor(colors[bar as keyof BarColors]);
    if (color) head().tell(`web_app_set_${bar}_color`, SINCE[bar as keyof BarColors], { color });
  }
}
