import { head } from '#head';
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

/** The next viewport after a `viewport_changed`, whose every field may be missing. */
export function nextViewport(before: Viewport, data: unknown): Viewport {
  const { height: told, is_state_stable, is_expanded } = Object(data);
  const height = told >= SMALLEST_HEIGHT ? Number(told) : before.height;
  return {
    height,
    stableHeight: is_state_stable === false ? before.stableHeight : height,
    isExpanded: Boolean(is_expanded ?? before.isExpanded),
  };
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
export const viewport: LiveValue<Viewport> = liveValue(head, () => OWN, { viewport: nextViewport });
