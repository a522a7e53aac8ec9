import { follow } from '../host/follow.js';
import { readInsets, SAFE_AREA_SINCE } from './safe-area.js';
import { type Theme, theme } from './theme.js';
import { readHeights } from './viewport.js';

/** Converts a Telegram name to a CSS name: underscores become hyphens. */
function write<Values extends object>(
  root: HTMLElement,
  group: string,
  values: Values,
  unit: string,
): void {
  for (const name in values) {
    root.style.setProperty(`--tg-${group}_${name}`.replace(/_/g, '-'), values[name] + unit);
  }
}

/**
 * Keeps `--tg-safe-area-inset-{top,bottom,left,right}` and `--tg-content-safe-area-inset-…` on an element up
 * to date. Each is set once the host has sent it. Add the two to get the full distance. Returns a function
 * that stops this.
 */
export function bindSafeArea(root: HTMLElement = document.documentElement): () => void {
  const stops = ['safe_area', 'content_safe_area'].map((area) =>
    follow(area, (data) => write(root, `${area}_inset`, readInsets(data), 'px'), SAFE_AREA_SINCE),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Keeps `--tg-viewport-height` and `--tg-viewport-stable-height` on an element up to date, once the host has
 * sent them. Some hosts never do. Returns a function that stops this.
 */
export const bindViewport = (root: HTMLElement = document.documentElement): (() => void) =>
  follow('viewport', (data) => write(root, 'viewport', readHeights(data), 'px'));

/**
 * Sets a theme on an element: `--tg-theme-*` (underscores become hyphens), `color-scheme`, and `data-theme`
 * (`light` or `dark`). Uses CSSOM, which a strict Content-Security-Policy allows.
 */
export function paintTheme({ params, isDark }: Theme, root: HTMLElement): void {
  const scheme = isDark ? 'dark' : 'light';
  write(root, 'theme', params, '');
  root.style.colorScheme = scheme;
  root.dataset.theme = scheme;
}

/** Keeps the theme's variables on an element up to date. Returns a function that stops this. */
export function bindTheme(root: HTMLElement = document.documentElement): () => void {
  const update = () => paintTheme(theme.get(), root);
  update();
  return theme.subscribe(update);
}
