import { tell } from '../host/channel.js';
import { supports } from '../host/supports.js';
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
  const send = (type: string, value: string) => {
    const color = parseColor(value);
    if (color !== null) tell(type, { color });
  };
  if (supports('6.9')) send('web_app_set_header_color', header);
  send('web_app_set_background_color', background);
  send('web_app_set_bottom_bar_color', bottom);
}
