import type { Theme } from '@prichal/telegram';
import { mix, readable } from './contrast';

/** What is drawn on one ground. Each colour is readable there, whatever palette the client has. */
export interface Surface {
  readonly ground: string;
  readonly text: string;
  readonly muted: string;
  /** The rope: marks, drawings, the current tab, and what the wallet's widget marks. */
  readonly accent: string;
  /** A breath of the accent, behind drawings. */
  readonly wash: string;
  /** Hairlines; in the wallet's widget also the ground of what is parted from the rest. */
  readonly line: string;
}

/** The app's three grounds: the page, cards on it, and the tab bar below. */
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
  // To be read on the line's colour too, where there is a colour that can be.
  const onBoth = (color: string) => readable(readable(color, line), ground);
  const accent = onBoth(isDark ? ROPE.dark : ROPE.light);
  return {
    ground,
    text,
    muted: onBoth(muted),
    accent,
    wash: mix(accent, ground, 0.09),
    line,
  };
}

/** Dresses the app in the client's colours, with a fallback chain for each that is missing. */
export function paletteOf(theme: Theme): Palette {
  const { params, isDark } = theme;
  const fallback = isDark ? DARK : LIGHT;
  // A client that names no page colour of its own gets its one background for both.
  const page = params.secondary_bg_color ?? params.bg_color ?? fallback.page;
  const card = params.section_bg_color ?? params.bg_color ?? fallback.card;
  const bar = params.bottom_bar_bg_color ?? card;
  return {
    page: surface(page, theme, fallback),
    card: surface(card, theme, fallback),
    bar: surface(bar, theme, fallback),
  };
}
