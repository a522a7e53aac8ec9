import { follow } from '../host/follow.js';
import { type LiveValue, liveValue } from '../host/live-value.js';

/** Distances from the edges of the app, in CSS pixels. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Insets of the app's edges, in CSS pixels. Add the two: Telegram's controls are inside the device's safe
 * area.
 */
export interface SafeArea {
  /** Covered by the device: notch, rounded corners, home indicator. */
  readonly device: Insets;
  /** Covered by Telegram's own buttons, in fullscreen. */
  readonly content: Insets;
}

/** Mini Apps version that introduced safe areas. */
export const SAFE_AREA_SINCE = '8.0';

/** Reads insets. A missing or invalid edge is 0. */
export function readInsets(data: unknown): Insets {
  const insets = { top: 0, bottom: 0, left: 0, right: 0 };
  for (const edge in insets) {
    const told = Object(data)[edge];
    if (Number.isFinite(told) && told > 0 && told < 1000) insets[edge as keyof Insets] = told;
  }
  return insets;
}

/** Returns the distance to keep from each edge: the sum of both insets. */
export function insetSum({ device, content }: SafeArea): Insets {
  return {
    top: device.top + content.top,
    bottom: device.bottom + content.bottom,
    left: device.left + content.left,
    right: device.right + content.right,
  };
}

/** The current safe area. Zero until the host (8.0 and later) sends it. */
export const safeArea: LiveValue<SafeArea> = /* @__PURE__ */ liveValue((set) => {
  const untold = readInsets(null);
  set({ device: untold, content: untold });
  const hear = (name: string, part: keyof SafeArea) => {
    const handler = (data: unknown) => set({ ...safeArea.get(), [part]: readInsets(data) });
    follow(name, handler, SAFE_AREA_SINCE);
  };
  hear('safe_area', 'device');
  hear('content_safe_area', 'content');
});
