import { head } from '../host/head.js';
import { parseColor } from '../launch/color.js';
import { setBarColors } from './bar-colors.js';
import { hasOtherSdk } from './other-sdk.js';

/** Red, green and blue (0 to 255), and opacity (0 to 1). */
type Veil = readonly number[];

/** Veils over the bars, the topmost last. */
const veils: Veil[] = [];

/** Returns the colour with the veil over it. Returns an invalid colour unchanged. */
function mixed(color: string, [red = 0, green = 0, blue = 0, density = 1]: Veil): string {
  const ground = parseColor(color);
  if (!ground) return color;
  const parts = [red, green, blue].map((part, at) => {
    const below = Number(`0x${ground.slice(1 + 2 * at, 3 + 2 * at)}`);
    return Math.round(below + (part - below) * density);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Updates the bars once after all changes of a task, so that they do not flicker. */
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
 * Darkens Telegram's header and bottom bar like a modal dialog's overlay darkens the page. Returns a function
 * that removes the veil; the bars then get the colours that the app set last. If the app has not used
 * `setBarColors`, or another SDK may have set colours, the bars do not change, because their colours could
 * not be restored.
 * @param color of the veil, as `getComputedStyle` returns it: `rgb(…)` or `rgba(…)`. Other formats have no
 *   effect.
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
