import { safeArea } from './safe-area.js';
import { type Theme, theme } from './theme.js';
import { viewport } from './viewport.js';

/**
 * Writes a theme on an element: `--tg-theme-*` (underscores become hyphens), `color-scheme`, and
 * `data-theme` = `light` | `dark`. Goes through CSSOM, which a strict Content-Security-Policy allows.
 */
export function paintTheme({ params, isDark }: Theme, root: HTMLElement): void {
  const scheme = isDark ? 'dark' : 'light';
  for (const [name, color] of Object.entries(params)) {
    root.style.setProperty(`--tg-theme-${name.replace(/_/g, '-')}`, color);
  }
  root.style.colorScheme = scheme;
  root.dataset.theme = scheme;
}

/** Keeps the theme's variables on an element up to date. Returns a function that stops it. */
export function bindTheme(root: HTMLElement = document.documentElement): () => void {
  const update = () => paintTheme(theme.get(), root);
  update();
  return theme.subscribe(update);
}

/**
 * Keeps `--tg-safe-area-inset-{top,bottom,left,right}` and `--tg-content-safe-area-inset-…` on an
 * element up to date, once the host has told them. The two add up. Returns a function that stops it.
 */
export function bindSafeArea(root: HTMLElement = document.documentElement): () => void {
  return safeArea.subscribe(() => {
    const { device, content } = safeArea.get();
    for (const [prefix, insets] of [
      ['', device],
      ['content-', content],
    ] as const) {
      for (const [edge, size] of Object.entries(insets)) {
        root.style.setProperty(`--tg-${prefix}safe-area-inset-${edge}`, `${size}px`);
      }
    }
  });
}

/**
 * Keeps `--tg-viewport-height` and `--tg-viewport-stable-height` on an element up to date, once the
 * host has told them: some never do. Returns a function that stops it.
 */
export function bindViewport(root: HTMLElement = document.documentElement): () => void {
  return viewport.subscribe(() => {
    const { height, stableHeight } = viewport.get();
    root.style.setProperty('--tg-viewport-height', `${height}px`);
    root.style.setProperty('--tg-viewport-stable-height', `${stableHeight}px`);
  });
}
