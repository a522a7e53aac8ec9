import { channel, tell } from '../host/channel.js';
import { type LiveValue, liveValue } from '../host/live-value.js';
import { isTelegram } from '../launch/params.js';

const EDGES = ['top', 'bottom', 'left', 'right'] as const;

/** Distances from the edges of the app, in CSS pixels. */
export type Insets = Readonly<Record<(typeof EDGES)[number], number>>;

/** What covers the app's edges. The two add up: Telegram's controls sit inside the device's area. */
export interface SafeArea {
  /** Notch, rounded corners, home indicator. */
  readonly device: Insets;
  /** Telegram's own buttons, in fullscreen. */
  readonly content: Insets;
}

function insetsOf(size: (edge: (typeof EDGES)[number]) => number): Insets {
  return Object.fromEntries(EDGES.map((edge) => [edge, size(edge)])) as Insets;
}

/** Reads insets; a missing or absurd edge counts as 0. */
export function readInsets(data: unknown): Insets {
  const sizes = Object(data) as Record<string, unknown>;
  return insetsOf((edge) => {
    const size = sizes[edge];
    return typeof size === 'number' && size > 0 && size < 1000 ? size : 0;
  });
}

/** The distance to keep from each edge: device and Telegram's controls together. */
export function insetSum({ device, content }: SafeArea): Insets {
  return insetsOf((edge) => device[edge] + content[edge]);
}

/** The safe area of this moment; zero until the host (8.0 and later) tells. */
export const safeArea: LiveValue<SafeArea> = liveValue((set) => {
  let current: SafeArea = { device: readInsets(null), content: readInsets(null) };
  if (!isTelegram()) return current;
  const host = channel();
  const follow = (event: string, part: keyof SafeArea) =>
    host.on(event, (data) => {
      current = { ...current, [part]: readInsets(data) };
      set(current);
    });
  follow('safe_area_changed', 'device');
  follow('content_safe_area_changed', 'content');
  const ask = () => {
    tell('web_app_request_safe_area');
    tell('web_app_request_content_safe_area');
  };
  // iOS sends the new insets after the fullscreen event, some clients not at all: ask then.
  host.on('fullscreen_changed', ask);
  ask();
  return current;
});
