import type { THEME } from './theme.js';

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

/** Every part of a shape may be left out; functions are taken whole. */
export type DeepPartial<T> = {
  [K in keyof T]?: T[K] extends string | ((...args: never[]) => unknown) ? T[K] : DeepPartial<T[K]>;
};

/** Some colours, for one theme. */
export type PartialColorsSet = DeepPartial<ColorsSet>;
/** Some colours, for each theme. */
export type ThemedColors = { [K in THEME]?: PartialColorsSet };

/**
 * `{ text: { primary: '#111' } }` → `{ '--prichal-text-primary': '#111' }`: each colour of a set is
 * one custom property of the widget's roots (their defaults stand in `tokens.css`).
 */
export function colorProperties(set: PartialColorsSet): Record<string, string> {
  const properties: Record<string, string> = {};
  const collect = (prefix: string, colors: object): void => {
    for (const [key, value] of Object.entries(colors)) {
      const name = `${prefix}-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      if (typeof value === 'string') properties[name] = value;
      else if (value) collect(name, value);
    }
  };
  collect('--prichal', set);
  return properties;
}
