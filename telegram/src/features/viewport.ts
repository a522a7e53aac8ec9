import { follow } from '../host/follow.js';
import { type LiveValue, liveValue } from '../host/live-value.js';

/** The part of the screen that the app has, in CSS pixels. */
export interface Viewport {
  readonly height: number;
  /** The height when nothing is being dragged or animated. */
  readonly stableHeight: number;
  readonly isExpanded: boolean;
}

/** Some clients report a height of a few pixels while they animate; nobody has such a screen. */
const SMALLEST_HEIGHT = 100;

/** The heights that a `viewport_changed` tells, whose every field may be missing. */
export function readHeights(data: unknown): { height?: number; stable_height?: number } {
  const { height: told, is_state_stable } = Object(data);
  const height = +told;
  if (!(height >= SMALLEST_HEIGHT)) return {};
  return is_state_stable === false ? { height } : { height, stable_height: height };
}

/** The next viewport after a `viewport_changed`. */
export function nextViewport(before: Viewport, data: unknown): Viewport {
  const { height = before.height, stable_height = before.stableHeight } = readHeights(data);
  const isExpanded = Boolean(Object(data).is_expanded ?? before.isExpanded);
  return { height, stableHeight: stable_height, isExpanded };
}

/** The window's own height. Measured when asked for: it makes the browser lay the page out. */
const OWN: Viewport = {
  get height() {
    return typeof window === 'undefined' ? 0 : window.innerHeight;
  },
  get stableHeight() {
    return this.height;
  },
  isExpanded: true,
};

/** The viewport of this moment: the window's own until (and unless) the host tells better. */
export const viewport: LiveValue<Viewport> = /* @__PURE__ */ liveValue((set) => {
  set(OWN);
  follow('viewport', (data) => set(nextViewport(viewport.get(), data)));
});
