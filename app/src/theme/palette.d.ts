import type { Theme } from '@prichal/telegram';
/** What is drawn on one ground. Each colour is readable there, whatever palette the client has. */
export interface Surface {
  readonly ground: string;
  readonly text: string;
  readonly muted: string;
  /** The rope: marks, drawings and the current tab. Never a button: blue belongs to the wallet. */
  readonly accent: string;
  /** A breath of the accent, behind drawings. */
  readonly wash: string;
  readonly line: string;
}
/** The app's three grounds: the page, cards on it, and the tab bar below. */
export interface Palette {
  readonly page: Surface;
  readonly card: Surface;
  readonly bar: Surface;
}
/** Dresses the app in the client's colours, with a fallback chain for each that is missing. */
export declare function paletteOf(theme: Theme): Palette;
