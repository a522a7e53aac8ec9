import { head } from '#head';
import { follow } from '../host/follow.js';
import { type LiveValue, liveValue } from '../host/live-value.js';
import { isDarkColor } from '../launch/color.js';
import { keepLaunchQuery } from '../launch/session.js';
import { parseThemeParams, type Theme, type ThemeParams } from '../launch/theme-params.js';

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
export function followTheme(): LiveValue<Theme> {
  return liveValue<Theme>((set) => {
    const { launch } = head();
    let params = parseThemeParams(launch?.themeParams);
    const update = () => set(themeOf(params));
    update();
    if (typeof window !== 'undefined') {
      systemDark().addEventListener('change', () => {
        if (!params.bg_color) update();
      });
    }
    follow('theme', (data) => {
      const next = parseThemeParams(Object(data).theme_params);
      const json = JSON.stringify(next);
      if (json === '{}' || json === JSON.stringify(params)) return;
      params = next;
      if (launch) {
        // Carried along: after a reload the page is painted in the colours it had, not in those of
        // an older moment.
        const theme = `$1${encodeURIComponent(json)}`;
        launch.query = launch.query.replace(/(ThemeParams=)[^&]*/, theme);
        keepLaunchQuery(launch.query);
      }
      update();
    });
  });
}
