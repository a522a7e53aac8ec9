import { hostChannel, tell } from '../host/channel.js';
import { type LiveValue, liveValue } from '../host/live-value.js';
import { isDarkColor } from '../launch/color.js';
import { isTelegram, launchParams } from '../launch/params.js';
import { parseThemeParams, type ThemeParams } from '../launch/theme-params.js';

/** The client's palette and whether it is a dark one. */
export interface Theme {
  readonly params: ThemeParams;
  readonly isDark: boolean;
}

const DARK_QUERY = '(prefers-color-scheme: dark)';

/** Judges a palette by its background; without one, the system decides. */
export function themeOf(params: ThemeParams): Theme {
  const background = params.bg_color;
  const isDark =
    background === undefined
      ? typeof matchMedia === 'function' && matchMedia(DARK_QUERY).matches
      : isDarkColor(background);
  return { params, isDark };
}

/** The theme of this moment: from the launch, then from each `theme_changed`. */
export const theme: LiveValue<Theme> = liveValue((set) => {
  let current = themeOf(launchParams()?.themeParams ?? {});
  if (typeof window === 'undefined') return current;
  const change = (params: ThemeParams) => {
    current = themeOf(params);
    set(current);
  };
  if (isTelegram()) {
    hostChannel().on('theme_changed', (data) => {
      const params = parseThemeParams((data as { theme_params?: unknown } | null)?.theme_params);
      if (Object.keys(params).length > 0) change(params);
    });
    tell('web_app_request_theme');
  }
  matchMedia(DARK_QUERY).addEventListener('change', () => {
    if (current.params.bg_color === undefined) change(current.params);
  });
  return current;
});
