import { head } from '../host/head.js';
import { parseColor } from '../launch/color.js';
import { setBarColors } from './bar-colors.js';
import { hasOtherSdk } from './other-sdk.js';

/** Red, green, blue, and how dense, 0 to 1. */
type Veil = readonly number[];

/** Those that lie over the bars, the topmost last. */
const veils: Veil[] = [];

/** A colour with the veil over it; one that cannot be read stays as it is. */
function mixed(color: string, [red = 0, green = 0, blue = 0, density = 1]: Veil): string {
  const ground = parseColor(color);
  if (!ground) return color;
  const parts = [red, green, blue].map((part, at) => {
    const below = Number(`0x${ground.slice(1 + 2 * at, 3 + 2 * at)}`);
    return Math.round(below + (part - below) * density);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Behind all that comes and goes in one task: bars must not flicker. */
const paint = (): void =>
  queueMicrotask(() => {
    const page = head();
    const top = veils.at(-1);
    page.veil =
      top &&
      ((colors) => ({
        ...colors,
        header: mixed(colors.header, top),
        bottom_bar: mixed(colors.bottom_bar, top),
      }));
    if (page.bars) setBarColors(page.bars);
  });

/**
 * Lays the veil of something modal over Telegram's header and bottom bar as well, so that they are no
 * brighter than the page below it. Returns what takes it away: the bars then have the colours that the app
 * has given them last. Where it has given none by `setBarColors`, or another SDK may have, they stay as they
 * are: nobody could give them back.
 *
 * @param color of the veil, as `getComputedStyle` tells it: `rgb(…)` or `rgba(…)`. Others do nothing.
 */
export function veilBars(color: string): () => void {
  const veil = /^rgb/.test(color) && color.match(/[\d.]+/g)?.map(Number);
  if (!veil || !head().bars || hasOtherSdk()) return () => undefined;
  veils.push(veil);
  paint();
  return () => {
    veils.splice(0, veils.length, ...veils.filter((one) => one !== veil));
    paint();
  };
}
