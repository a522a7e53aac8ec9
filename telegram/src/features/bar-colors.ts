import { head } from '#head';
import { parseColor } from '../launch/color.js';

/** Colours of Telegram's own bars around the app, `#rrggbb`. */
export interface BarColors {
  readonly header: string;
  readonly background: string;
  readonly bottom: string;
}

/**
 * Paints Telegram's bars. Always in hex: most clients ignore or misread colour names. The header
 * takes hex from 6.9 only; before that the client keeps its own. Unreadable colours are left out.
 */
export function setBarColors({ header, background, bottom }: BarColors): void {
  const paint = (bar: string, value: string, since: string) => {
    const color = parseColor(value);
    if (color) head().tell(`web_app_set_${bar}_color`, since, { color });
  };
  paint('header', header, '6.9');
  paint('background', background, '6.1');
  paint('bottom_bar', bottom, '7.10');
}
