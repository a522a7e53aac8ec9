import { hostChannel, tell } from '../host/channel';
import { type LiveValue, liveValue } from '../host/live-value';
import { isTelegram } from '../launch/params';

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
  /** Device and content together: the distance to keep. */
  readonly sum: Insets;
}

const NONE: Insets = { top: 0, bottom: 0, left: 0, right: 0 };

/** Reads insets; a missing or absurd edge counts as 0. */
export function readInsets(data: unknown): Insets {
  const edges = (data ?? {}) as Record<string, unknown>;
  const edge = (value: unknown) =>
    typeof value === 'number' && value > 0 && value < 1000 ? value : 0;
  return {
    top: edge(edges.top),
    bottom: edge(edges.bottom),
    left: edge(edges.left),
    right: edge(edges.right),
  };
}

const combine = (device: Insets, content: Insets): SafeArea => ({
  device,
  content,
  sum: {
    top: device.top + content.top,
    bottom: device.bottom + content.bottom,
    left: device.left + content.left,
    right: device.right + content.right,
  },
});

/** The safe area of this moment; zero until the host (8.0 and later) tells. */
export const safeArea: LiveValue<SafeArea> = liveValue((set) => {
  let current = combine(NONE, NONE);
  if (!isTelegram()) return current;
  const change = (next: SafeArea) => {
    current = next;
    set(current);
  };
  const host = hostChannel();
  host.on('safe_area_changed', (data) => change(combine(readInsets(data), current.content)));
  host.on('content_safe_area_changed', (data) => change(combine(current.device, readInsets(data))));
  // iOS sends the new insets after the fullscreen event, some clients not at all: ask then.
  const ask = () => {
    tell('web_app_request_safe_area');
    tell('web_app_request_content_safe_area');
  };
  host.on('fullscreen_changed', ask);
  ask();
  return current;
});
