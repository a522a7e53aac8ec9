import type { HeadBase } from '../host/head.js';
import { type LiveValue, liveValue } from '../host/live-value.js';
import { isDarkColor } from '../launch/color.js';
import type { Launch } from '../launch/read.js';
import { storeLaunchQuery } from '../launch/session.js';
import { parseThemeParams, type ThemeParams } from '../launch/theme-params.js';

/** The client's palette and whether it is a dark one. */
export interface Theme {
  readonly params: ThemeParams;
  readonly isDark: boolean;
}

export type LiveTheme = LiveValue<Theme>;

const DARK_QUERY = '(prefers-color-scheme: dark)';
const PARAMETER = /(^|&)tgWebAppThemeParams=[^&]*/;

/** Judges a palette by its background; without one, the system decides. */
export function themeOf(params: ThemeParams): Theme {
  const background = params.bg_color;
  const isDark =
    background === undefined
      ? typeof matchMedia === 'function' && matchMedia(DARK_QUERY).matches
      : isDarkColor(background);
  return { params, isDark };
}

function isSame(a: ThemeParams, b: ThemeParams): boolean {
  const names = Object.keys({ ...a, ...b });
  return names.every((name) => a[name] === b[name]);
}

/**
 * Writes a palette into the launch parameters that are carried along: after a reload the page is
 * painted in the colours it had, not in those of an older moment.
 */
function remember(launch: Launch, params: ThemeParams): void {
  const value = encodeURIComponent(JSON.stringify(params));
  if (!PARAMETER.test(launch.query)) return;
  launch.query = launch.query.replace(PARAMETER, `$1tgWebAppThemeParams=${value}`);
  storeLaunchQuery(launch.query);
}

/** The theme of a page: from its launch, then from each `theme_changed` that brings another. */
export function liveTheme(base: HeadBase, colors: ThemeParams): LiveTheme {
  const { launch } = base;
  return liveValue<Theme>((set) => {
    let current = themeOf(colors);
    if (typeof window === 'undefined') return current;
    const change = (params: ThemeParams) => {
      current = themeOf(params);
      set(current);
    };
    if (launch !== null) {
      base.channel().on('theme_changed', (data) => {
        const params = parseThemeParams(Object(data).theme_params);
        if (Object.keys(params).length === 0 || isSame(params, current.params)) return;
        remember(launch, params);
        change(params);
      });
      base.tell('web_app_request_theme');
    }
    matchMedia(DARK_QUERY).addEventListener('change', () => {
      if (current.params.bg_color === undefined) change(current.params);
    });
    return current;
  });
}
