import { channel, tell } from '../host/channel.js';
import { type LiveValue, liveValue } from '../host/live-value.js';
import { isTelegram } from '../launch/params.js';

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
  const event = (data ?? {}) as Record<string, unknown>;
  const height =
    typeof event.height === 'number' && event.height >= SMALLEST_HEIGHT
      ? event.height
      : before.height;
  return {
    height,
    stableHeight: event.is_state_stable === false ? before.stableHeight : height,
    isExpanded: typeof event.is_expanded === 'boolean' ? event.is_expanded : before.isExpanded,
  };
}

/** The viewport of this moment: the window's own until (and unless) the host tells better. */
export const viewport: LiveValue<Viewport> = liveValue((set) => {
  const height = typeof window === 'undefined' ? 0 : window.innerHeight;
  let current: Viewport = { height, stableHeight: height, isExpanded: true };
  if (!isTelegram()) return current;
  channel().on('viewport_changed', (data) => {
    current = nextViewport(current, data);
    set(current);
  });
  tell('web_app_request_viewport');
  return current;
});
