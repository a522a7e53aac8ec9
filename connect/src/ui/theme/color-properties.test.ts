import { expect, it } from 'vitest';
import { colorProperties } from './use-root-props.js';

it('names a custom property for each colour of a set', () => {
  expect(
    colorProperties({
      accent: '#111',
      text: { primary: '#222' },
      connectButton: { background: 'red' },
    }),
  ).toEqual({
    '--prichal-accent': '#111',
    '--prichal-text-primary': '#222',
    '--prichal-connect-button-background': 'red',
  });
});
