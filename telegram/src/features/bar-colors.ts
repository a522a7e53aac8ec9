import type { BarColors } from '../host/head.js';
import { head } from '../host/head.js';
import { parseColor } from '../launch/color.js';

/** The bars, and the Mini Apps version since which a client accepts any colour for them. */
const SINCE = { header: '6.9', background: '6.1', bottom_bar: '7.10' };

export type { BarColors };

/**
 * Sets the colours of Telegram's bars, in hex, because most clients ignore or misread colour names. Clients
 * accept hex for the header since 6.9; older clients keep its colour. Invalid colours are skipped. Under a
 * veil (`veilBars`), the bars are darker until the veil is removed.
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
