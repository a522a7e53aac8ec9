import { isDarkColor } from '../launch/color.js';
import type { Theme, ThemeParams } from '../launch/theme-params.js';

export const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

/**
 * Returns the theme of a palette: dark if its background is dark. Without a background, the system's theme.
 */
export function themeOf(params: ThemeParams): Theme {
  const ground = params.bg_color;
  const isDark = ground
    ? isDarkColor(ground)
    : typeof window !== 'undefined' && systemDark().matches;
  return { params, isDark };
}
