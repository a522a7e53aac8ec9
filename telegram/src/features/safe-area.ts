import { follow } from '../host/follow.js';
import { type LiveValue, liveValue } from '../host/live-value.js';

/** Distances from the edges of the app, in CSS pixels. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** What covers the app's edges. The two add up: Telegram's controls sit inside the device's area. */
export interface SafeArea {
  /** Notch, rounded corners, home indicator. */
  readonly device: Insets;
  /** Telegram's own buttons, in fullscreen. */
  readonly content: Insets;
}

/** Mini Apps version that brought safe areas. */
export const SAFE_AREA_SINCE = '8.0';

/** Reads insets; a missing or absurd edge counts as 0. */
export function readInsets(data: unknown): Insets {
  const insets = { top: 0, bottom: 0, left: 0, right: 0 };
  for (const edge in insets) {
    const told = Object(data)[edge];
    if (Number.isFinite(told) && told > 0 && told < 1000) insets[edge as keyof Insets] = told;
  }
  return insets;
}

/** The distance to keep from each edge: device and Telegram's controls together. */
export function insetSum({ device, content }: SafeArea): Insets {
  return {
    top: device.top + content.top,
    bottom: device.bottom + content.bottom,
    left: device.left + content.left,
    right: device.right + content.right,
  };
}

/** The safe area of this moment; zero until the host (8.0 and later) tells. */
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
