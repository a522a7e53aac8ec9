import type { LiveValue } from '../host/live-value.js';
import { safeArea, UNTOLD } from './safe-area.js';
import { type Theme, theme } from './theme.js';
import { viewport } from './viewport.js';

/** Telegram separates words by underscores, CSS by hyphens. */
function write(root: HTMLElement, group: string, values: object, unit = ''): void {
  for (const [name, value] of Object.entries(values)) {
    root.style.setProperty(`--tg-${group}_${name}`.replace(/_/g, '-'), value + unit);
  }
}

/** Keeps variables in px up to date from the first change on. */
const bind =
  <T>(live: LiveValue<T>, variables: (value: T) => Record<string, object>) =>
  (root: HTMLElement = document.documentElement): (() => void) =>
    live.subscribe(() => {
      for (const [group, sizes] of Object.entries(variables(live.get()))) {
        if (sizes !== UNTOLD) write(root, group, sizes, 'px');
      }
    });

/**
 * Keeps `--tg-safe-area-inset-{top,bottom,left,right}` and `--tg-content-safe-area-inset-…` on an
 * element up to date, each once the host has told it. The two add up. Returns a function that stops
 * it.
 */
export const bindSafeArea = /* @__PURE__ */ bind(safeArea, ({ device, content }) => ({
  safe_area_inset: device,
  content_safe_area_inset: content,
}));

/**
 * Keeps `--tg-viewport-height` and `--tg-viewport-stable-height` on an element up to date, once the
 * host has told them: some never do. Returns a function that stops it.
 */
export const bindViewport = /* @__PURE__ */ bind(viewport, ({ height, stableHeight }) => ({
  viewport: { height, stable_height: stableHeight },
}));

/**
 * Writes a theme on an element: `--tg-theme-*` (underscores become hyphens), `color-scheme`, and
 * `data-theme` = `light` | `dark`. Goes through CSSOM, which a strict Content-Security-Policy allows.
 */
export function paintTheme({ params, isDark }: Theme, root: HTMLElement): void {
  const scheme = isDark ? 'dark' : 'light';
  write(root, 'theme', params);
  root.style.colorScheme = scheme;
  root.dataset.theme = scheme;
}

/** Keeps the theme's variables on an element up to date. Returns a function that stops it. */
export function bindTheme(root: HTMLElement = document.documentElement): () => void {
  const update = () => paintTheme(theme.get(), root);
  update();
  return theme.subscribe(update);
}
