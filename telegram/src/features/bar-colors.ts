import type { BarColors } from '../host/head.js';
import { head } from '../host/head.js';
import { parseColor } from '../launch/color.js';

/** The bars, and the Mini Apps version from which on a client takes any colour for them. */
const SINCE = { header: '6.9', background: '6.1', bottom_bar: '7.10' };

export type { BarColors };

/**
 * Paints Telegram's bars. Always in hex: most clients ignore or misread colour names. The header
 * takes hex from 6.9 only; before that the client keeps its own. Unreadable colours are left out.
 * Under a veil (veilBars) they are painted darker, and as they were given when it is gone.
 */
export function setBarColors(colors: BarColors): void {
  const page = head();
  page.bars = colors;
  const seen = page.veil?.(colors) ?? colors;
  for (const bar in SINCE) {
    const color = parseColor(seen[bar as keyof BarColors]);
    if (color) page.tell(`web_app_set_${bar}_color`, SINCE[bar as keyof BarColors], { color });
  }
}
