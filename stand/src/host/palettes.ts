/** Theme parameters as a client sends them: name → #rrggbb. */
export type ThemeParams = Record<string, string>;

type Palette = { label: string; params: ThemeParams };

/** Order of the fifteen colours in a row. */
const NAMES = [
  'bg_color',
  'text_color',
  'hint_color',
  'link_color',
  'button_color',
  'button_text_color',
  'secondary_bg_color',
  'header_bg_color',
  'bottom_bar_bg_color',
  'accent_text_color',
  'section_bg_color',
  'section_header_text_color',
  'section_separator_color',
  'subtitle_text_color',
  'destructive_text_color',
] as const;

function palette(label: string, colors: string): Palette {
  const values = colors.trim().split(/\s+/);
  return {
    label,
    params: Object.fromEntries(NAMES.map((name, index) => [name, `#${values[index] ?? '000000'}`])),
  };
}

/** Colours of real clients, and one palette that no client would have. */
export const PALETTES = {
  'weba-light': palette(
    'Web A · light',
    'ffffff 000000 707579 3390ec 3390ec ffffff f4f4f5 ffffff ffffff 3390ec ffffff 707579 e0e0e0 707579 e53935',
  ),
  'weba-dark': palette(
    'Web A · dark',
    '212121 ffffff aaaaaa 8774e1 8774e1 ffffff 0f0f0f 212121 212121 8774e1 212121 aaaaaa 303030 aaaaaa ff595a',
  ),
  'ios-light': palette(
    'iOS · day',
    'ffffff 000000 8e8e93 007aff 007aff ffffff efeff4 f8f8f8 f2f2f2 007aff ffffff 6d6d72 c8c7cc 8e8e93 ff3b30',
  ),
  'ios-dark': palette(
    'iOS · night',
    '000000 ffffff 98989e 3e88f7 3e88f7 ffffff 1c1c1d 1a1a1a 1d1d1d 3e88f7 2c2c2e 8d8e93 545458 98989e eb5545',
  ),
  'android-light': palette(
    'Android · day',
    'ffffff 222222 a8a8a8 2678b6 50a8eb ffffff f0f0f0 527da3 f0f0f0 1c93e3 ffffff 3a95d5 d9d9d9 82868a cc2929',
  ),
  'desktop-light': palette(
    'Desktop · day',
    'ffffff 000000 999999 168acd 40a7e3 ffffff f1f1f1 ffffff ffffff 168acd ffffff 168acd e7e7e7 999999 d14e4e',
  ),
  'desktop-dark': palette(
    'Desktop · night',
    '17212b f5f5f5 708499 6ab3f3 5288c1 ffffff 232e3c 17212b 17212b 6ab2f2 17212b 6ab3f3 111921 708499 ec3942',
  ),
  odd: palette(
    'Odd · mustard and violet',
    'f2c14e 4a1942 8a5a00 7b2d8b 7b2d8b f2c14e e0a526 4a1942 e0a526 7b2d8b f7d488 9c1c6b c98f1b 6e4a00 b3001b',
  ),
} as const satisfies Record<string, Palette>;

export type PaletteId = keyof typeof PALETTES;

/** Telegram's rule: a theme is dark if its background is darker than 120 of 255. */
export function isDark(color: string): boolean {
  const value = Number.parseInt(color.slice(1), 16);
  const [red, green, blue] = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
  return Math.sqrt(0.299 * red ** 2 + 0.587 * green ** 2 + 0.114 * blue ** 2) < 120;
}
