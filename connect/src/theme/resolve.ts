import { THEME, type Theme } from './theme.js';

const DARK_QUERY = '(prefers-color-scheme: dark)';

const systemQuery = (): MediaQueryList | null =>
  typeof matchMedia === 'function' ? matchMedia(DARK_QUERY) : null;

/** The explicit theme that `theme` means on this device, now. */
export function resolveTheme(theme: Theme): THEME {
  if (theme !== 'SYSTEM') return theme;
  return systemQuery()?.matches ? THEME.DARK : THEME.LIGHT;
}

/** Calls back when the device changes between light and dark. */
export function onSystemThemeChange(callback: () => void): () => void {
  const query = systemQuery();
  query?.addEventListener('change', callback);
  return () => query?.removeEventListener('change', callback);
}
