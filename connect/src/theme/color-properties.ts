import type { PartialColorsSet } from '../types/theme.js';

/**
 * `{ text: { primary: '#111' } }` → `{ '--prichal-text-primary': '#111' }`: each colour of a set is
 * one custom property of the widget's roots (their defaults stand in `tokens.css` and `sheet-tokens.css`).
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
