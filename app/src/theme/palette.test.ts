import type { ThemeParams } from '@prichal/telegram';
import { describe, expect, it } from 'vitest';
import { contrast, mix, readable } from './contrast';
import { paletteOf } from './palette';

describe('contrast', () => {
  it('is the WCAG ratio', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#ffffff', '#0077c2')).toBeCloseTo(4.75, 2);
  });

  it('mixes colours by share', () => {
    expect(mix('#ff0000', '#000000', 0.5)).toBe('#800000');
  });

  it.each(['#000000', '#7f7f7f', '#ff00ff', '#ffe000', '#0098ea', '#ffffff'])(
    'finds a readable colour on %s for any colour',
    (ground) => {
      for (const color of ['#000000', '#808080', '#ffffff', '#00ff00', ground]) {
        expect(contrast(readable(color, ground), ground)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('keeps a colour that is already readable', () => {
    expect(readable('#5c6a73', '#ffffff')).toBe('#5c6a73');
  });
});

/** Palettes of real clients, and some extreme ones. */
const PALETTES: readonly [name: string, params: ThemeParams, isDark: boolean][] = [
  ['none, light', {}, false],
  ['none, dark', {}, true],
  ['6.0, five colours', { bg_color: '#ffffff', text_color: '#000000' }, false],
  [
    'desktop night',
    { bg_color: '#17212b', secondary_bg_color: '#232e3c', text_color: '#f5f5f5' },
    true,
  ],
  ['text like its ground', { bg_color: '#336699', text_color: '#336699' }, true],
  ['pale hint', { bg_color: '#ffffff', hint_color: '#eeeeee', text_color: '#000000' }, false],
  [
    'dark page, light cards',
    { bg_color: '#000000', section_bg_color: '#ffffff', text_color: '#ffffff' },
    true,
  ],
  ['the rope as the ground', { bg_color: '#b8501c', text_color: '#ffffff' }, true],
  ['bright yellow', { bg_color: '#ffe000', text_color: '#ffffff', hint_color: '#ffff00' }, false],
];

describe('palette is readable', () => {
  it.each(PALETTES)('%s', (_name, params, isDark) => {
    for (const surface of Object.values(paletteOf({ params, isDark }))) {
      for (const role of ['text', 'muted', 'accent'] as const) {
        expect(contrast(surface[role], surface.ground)).toBeGreaterThanOrEqual(4.5);
      }
      // Drawings and the header's current link are on a light tint of their own colour.
      expect(contrast(surface.accent, surface.wash)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

it('puts the page on the second background and cards on the section', () => {
  const params = {
    bg_color: '#ffffff',
    secondary_bg_color: '#efeff4',
    section_bg_color: '#fefefe',
    bottom_bar_bg_color: '#f7f7f7',
  };
  const { page, card, bar } = paletteOf({ params, isDark: false });
  expect([page.ground, card.ground, bar.ground]).toEqual(['#efeff4', '#fefefe', '#f7f7f7']);
});
