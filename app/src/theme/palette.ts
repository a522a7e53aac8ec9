import type { Theme } from '@prichal/telegram';
import { mix, readable } from './contrast';

/** Colours for one ground. Each is readable on it, whatever palette the client has. */
export interface Surface {
  readonly ground: string;
  readonly text: string;
  readonly muted: string;
  /** The rope colour: marks, drawings, the current tab, and the accents of the wallet widget. */
  readonly accent: string;
  /** Light tint of the accent, behind drawings and the current link of the header. */
  readonly wash: string;
  /** Hairlines. In the wallet widget also the ground of separated parts. */
  readonly line: string;
}

/** The app's three grounds: the page, its cards, and the tab bar. */
export interface Palette {
  readonly page: Surface;
  readonly card: Surface;
  readonly bar: Surface;
}

const LIGHT = { page: '#f1f3f4', card: '#ffffff', text: '#14181b', muted: '#5c6a73' };
const DARK = { page: '#0f1214', card: '#191d20', text: '#f2f4f5', muted: '#98a4ac' };
const ROPE = { light: '#b8501c', dark: '#f0a06a' };

function surface(ground: string, theme: Theme, fallback: typeof LIGHT): Surface {
  const { params, isDark } = theme;
  const text = readable(params.text_color ?? fallback.text, ground);
  const muted = params.subtitle_text_color ?? params.hint_color ?? fallback.muted;
  const line = mix(text, ground, 0.08);
  // Readable on the line colour too, if such a colour exists.
  const onBoth = (color: string) => readable(readable(color, line), ground);
  const accent = onBoth(isDark ? ROPE.dark : ROPE.light);
  return {
    ground,
    text,
    muted: onBoth(muted),
    accent,
    // The accent is readable on it.
    wash: readable(mix(accent, ground, 0.09), accent),
    line,
  };
}

/** Derives the app's colours from the client's, with a chain of fallbacks for each missing one. */
export function paletteOf(theme: Theme): Palette {
  const { params, isDark } = theme;
  const fallback = isDark ? DARK : LIGHT;
  // A client without its own page colour uses its one background for both.
  const page = params.secondary_bg_color ?? params.bg_color ?? fallback.page;
  const card = params.section_bg_color ?? params.bg_color ?? fallback.card;
  const bar = params.bottom_bar_bg_color ?? card;
  return {
    page: surface(page, theme, fallback),
    card: surface(card, theme, fallback),
    bar: surface(bar, theme, fallback),
  };
}
