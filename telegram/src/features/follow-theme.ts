import type { Head } from '../host/head.js';
import { type LiveValue, liveValue } from '../host/live-value.js';
import { isDarkColor } from '../launch/color.js';
import { keepLaunchQuery } from '../launch/session.js';
import { parseThemeParams, type ThemeParams } from '../launch/theme-params.js';

/** The client's palette and whether it is a dark one. */
export interface Theme {
  readonly params: ThemeParams;
  readonly isDark: boolean;
}

const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

/** Judges a palette by its background; without one, the system decides. */
export function themeOf(params: ThemeParams): Theme {
  const ground = params.bg_color;
  const isDark = ground
    ? isDarkColor(ground)
    : typeof window !== 'undefined' && systemDark().matches;
  return { params, isDark };
}

/** The theme of a page: from its launch, then from each `theme_changed` that brings another. */
export function followTheme(head: () => Head): LiveValue<Theme> {
  const live = liveValue<Theme>(
    head,
    (set) => {
      const params = head().launch?.params.themeParams ?? {};
      if (typeof window !== 'undefined') {
        systemDark().addEventListener('change', () => {
          const { params: present } = live.get();
          if (!present.bg_color) set(themeOf(present));
        });
      }
      return themeOf(params);
    },
    {
      theme(before, data) {
        const { launch } = head();
        const params = parseThemeParams(Object(data).theme_params);
        const json = JSON.stringify(params);
        if (json === '{}' || json === JSON.stringify(before.params)) return before;
        if (launch) {
          // Carried along: after a reload the page is painted in the colours it had, not in those of
          // an older moment.
          const theme = `$1${encodeURIComponent(json)}`;
          launch.query = launch.query.replace(/(tgWebAppThemeParams=)[^&]*/, theme);
          keepLaunchQuery(launch.query);
        }
        return themeOf(params);
      },
    },
  );
  return live;
}
