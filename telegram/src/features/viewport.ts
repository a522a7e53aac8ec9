import { follow } from '../host/follow.js';
import { type LiveValue, liveValue } from '../host/live-value.js';

/** The visible part of the app, in CSS pixels. */
export interface Viewport {
  readonly height: number;
  /** Height while nothing is dragged or animated. */
  readonly stableHeight: number;
  readonly isExpanded: boolean;
}

/** Minimum valid height. Some clients report a few pixels while they animate. */
const SMALLEST_HEIGHT = 100;

/** Fields of `viewport_changed`. Each may be missing. */
export function readHeights(data: unknown): { height?: number; stable_height?: number } {
  const { height: told, is_state_stable } = Object(data);
  const height = +told;
  if (!(height >= SMALLEST_HEIGHT)) return {};
  return is_state_stable === false ? { height } : { height, stable_height: height };
}

/** Returns the viewport after a `viewport_changed`. */
export function nextViewport(before: Viewport, data: unknown): Viewport {
  const { height = before.height, stable_height = before.stableHeight } = readHeights(data);
  const isExpanded = Boolean(Object(data).is_expanded ?? before.isExpanded);
  return { height, stableHeight: stable_height, isExpanded };
}

/** Returns the window's height. Called only on demand, because it forces a layout. */
const OWN: Viewport = {
  get height() {
    return typeof window === 'undefined' ? 0 : window.innerHeight;
  },
  get stableHeight() {
    return this.height;
  },
  isExpanded: true,
};

/** The current viewport: the window's height until the host sends one. */
export const viewport: LiveValue<Viewport> = /* @__PURE__ */ liveValue((set) => {
  set(OWN);
  follow('viewport', (data) => set(nextViewport(viewport.get(), data)));
});
