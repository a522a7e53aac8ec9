import type { SafeArea } from './safe-area';
import { safeArea } from './safe-area';
import { type Theme, theme } from './theme';
import { type Viewport, viewport } from './viewport';

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

function paintSafeArea({ device, content }: SafeArea, root: HTMLElement): void {
  for (const edge of ['top', 'bottom', 'left', 'right'] as const) {
    root.style.setProperty(`--tg-safe-area-inset-${edge}`, `${device[edge]}px`);
    root.style.setProperty(`--tg-content-safe-area-inset-${edge}`, `${content[edge]}px`);
  }
}

function paintViewport({ height, stableHeight }: Viewport, root: HTMLElement): void {
  root.style.setProperty('--tg-viewport-height', `${height}px`);
  root.style.setProperty('--tg-viewport-stable-height', `${stableHeight}px`);
}

/**
 * Keeps Telegram's CSS variables (official names) on an element up to date: theme, safe areas and,
 * once the host has spoken, the viewport height. Returns a function that stops it.
 */
export function bindCssVariables(root: HTMLElement = document.documentElement): () => void {
  const stops = [
    theme.subscribe(() => paintTheme(theme.get(), root)),
    safeArea.subscribe(() => paintSafeArea(safeArea.get(), root)),
    viewport.subscribe(() => paintViewport(viewport.get(), root)),
  ];
  paintTheme(theme.get(), root);
  return () => {
    for (const stop of stops) stop();
  };
}
