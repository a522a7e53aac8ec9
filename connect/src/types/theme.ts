import type { DeepPartial } from './plain-object.js';

/** Types alone. An enum of the peer's name, so that one fits where the other is asked for. */
declare namespace Enums {
  enum THEME {
    DARK = 'DARK',
    LIGHT = 'LIGHT',
  }
}

/** Explicit themes; `'SYSTEM'` follows the visitor's device. */
export const THEME = { DARK: 'DARK', LIGHT: 'LIGHT' } as unknown as typeof Enums.THEME;
export type THEME = Enums.THEME;
/** Types alone: `THEME.DARK` names one, as an enum's member does. */
export declare namespace THEME {
  type DARK = Enums.THEME.DARK;
  type LIGHT = Enums.THEME.LIGHT;
}

/** A theme, by its constant or in plain words. */
export type Theme = THEME | `${THEME}` | 'SYSTEM';

/** Rounded, slightly rounded, square. */
export type BorderRadius = 'm' | 's' | 'none';

export type Color = string;

/** The colours that can be replaced, in the shape of the peer's `colorsSet`. */
export type ColorsSet = {
  constant: { black: Color; white: Color };
  connectButton: { background: Color; foreground: Color };
  accent: Color;
  telegramButton: Color;
  icon: { primary: Color; secondary: Color; tertiary: Color; success: Color; error: Color };
  background: { primary: Color; secondary: Color; segment: Color; tint: Color; qr: Color };
  text: { primary: Color; secondary: Color };
};

/** Some colours, for one theme. */
export type PartialColorsSet = DeepPartial<ColorsSet>;
/** Some colours, for each theme. */
export type ThemedColors = { [K in THEME]?: PartialColorsSet };
