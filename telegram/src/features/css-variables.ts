import { follow } from '../host/follow.js';
import { readInsets, SAFE_AREA_SINCE } from './safe-area.js';
import { type Theme, theme } from './theme.js';
import { readHeights } from './viewport.js';

/** Telegram separates words by underscores, CSS by hyphens. */
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
 * Keeps `--tg-safe-area-inset-{top,bottom,left,right}` and `--tg-content-safe-area-inset-…` on an
 * element up to date, each once the host has told it. The two add up. Returns a function that stops
 * it.
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
 * Keeps `--tg-viewport-height` and `--tg-viewport-stable-height` on an element up to date, once the
 * host has told them: some never do. Returns a function that stops it.
 */
export const bindViewport = (root: HTMLElement = document.documentElement): (() => void) =>
  follow('viewport', (data) => write(root, 'viewport', readHeights(data), 'px'));

/**
 * Writes a theme on an element: `--tg-theme-*` (underscores become hyphens), `color-scheme`, and
 * `data-theme` = `light` | `dark`. Goes through CSSOM, which a strict Content-Security-Policy allows.
 */
export function paintTheme({ params, isDark }: Theme, root: HTMLElement): void {
  const scheme = isDark ? 'dark' : 'light';
  write(root, 'theme', params, '');
  root.style.colorScheme = scheme;
  root.dataset.theme = scheme;
}

/** Keeps the theme's variables on an element up to date. Returns a function that stops it. */
export function bindTheme(root: HTMLElement = document.documentElement): () => void {
  const update = () => paintTheme(theme.get(), root);
  update();
  return theme.subscribe(update);
}
