import { head } from '#head';
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

/** What stands for a part that no host has told yet. */
export const UNTOLD: Insets = { top: 0, bottom: 0, left: 0, right: 0 };

/** Reads insets; a missing or absurd edge counts as 0. */
export function readInsets(data: unknown): Insets {
  const size = (edge: keyof Insets): number => {
    const told: unknown = Object(data)[edge];
    return typeof told === 'number' && told > 0 && told < 1000 ? told : 0;
  };
  return { top: size('top'), bottom: size('bottom'), left: size('left'), right: size('right') };
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
export const safeArea: LiveValue<SafeArea> = liveValue(
  head,
  () => ({ device: UNTOLD, content: UNTOLD }),
  {
    safe_area: (before, data) => ({ ...before, device: readInsets(data) }),
    content_safe_area: (before, data) => ({ ...before, content: readInsets(data) }),
  },
  '8.0',
);
