import { follow } from '../host/follow.js';
import { head } from '../host/head.js';
import { type LiveValue, liveValue } from '../host/live-value.js';
import { keepLaunchQuery } from '../launch/session.js';
import { parseThemeParams, type Theme } from '../launch/theme-params.js';
import { systemDark, themeOf } from './theme-of.js';

/**
 * Returns the live theme of the page: the launch's palette, then that of each `theme_changed` with other
 * colours.
 */
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
        // Stored with the launch parameters, so that a reload paints the current colours.
        const theme = `$1${encodeURIComponent(json)}`;
        launch.query = launch.query.replace(/(ThemeParams=)[^&]*/, theme);
        keepLaunchQuery(launch.query);
      }
      update();
    });
  });
}
