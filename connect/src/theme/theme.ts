/** Explicit themes; `'SYSTEM'` follows the visitor's device. */
export const THEME = { DARK: 'DARK', LIGHT: 'LIGHT' } as const;
export type THEME = (typeof THEME)[keyof typeof THEME];
/** Types alone: `THEME.DARK` names one, as an enum's member does. */
export declare namespace THEME {
  type DARK = 'DARK';
  type LIGHT = 'LIGHT';
}

export type Theme = THEME | 'SYSTEM';

/** Rounded, slightly rounded, square. */
export type BorderRadius = 'm' | 's' | 'none';
