import type { Settings } from './settings';

/** Style of a client's window around the app. */
export type Look = 'web' | 'ios' | 'android' | 'desktop';

/** Insets from the edges of the app's frame, in px. */
export type Insets = { top: number; bottom: number; left: number; right: number };

/** Areas covered by the device, and by the client's floating buttons. */
export type Edges = { safe: Insets; content: Insets };

const LOOKS: Record<string, Look> = {
  ios: 'ios',
  android: 'android',
  android_x: 'android',
  macos: 'desktop',
  tdesktop: 'desktop',
  unigram: 'desktop',
};

export function lookOf(platform: string): Look {
  return LOOKS[platform] ?? 'web';
}

/** Size of a screen in logical pixels. */
type Size = { width: number; height: number };

const SCREENS: Record<Settings['size'], Size> = {
  '320': { width: 320, height: 640 },
  '360': { width: 360, height: 780 },
  '390': { width: 390, height: 844 },
  desktop: { width: 1024, height: 720 },
};

/** Returns the size of the screen. A phone in landscape is turned; a desktop window is not. */
export function screenOf({ size, turn }: Pick<Settings, 'size' | 'turn'>): Size {
  const { width, height } = SCREENS[size];
  return turn === 'landscape' && size !== 'desktop'
    ? { width: height, height: width }
    : SCREENS[size];
}

/** Heights of the client's own parts, in px. */
export type Chrome = {
  /** Status bar. 0 for a phone in landscape. */
  status: number;
  header: number;
  /** Bar below the app, which the app does not reach. */
  bottom: number;
  keyboard: number;
};

export function chromeOf(look: Look, landscape: boolean, keyboard: boolean): Chrome {
  const keys = keyboard ? (landscape ? 200 : 291) : 0;
  switch (look) {
    case 'ios':
      // The app extends under the home indicator at the lower edge.
      return { status: landscape ? 0 : 47, header: landscape ? 44 : 52, bottom: 0, keyboard: keys };
    case 'android':
      return { status: landscape ? 0 : 28, header: 56, bottom: keyboard ? 0 : 24, keyboard: keys };
    case 'desktop':
      return { status: 0, header: 44, bottom: 0, keyboard: 0 };
    case 'web':
      return { status: landscape ? 0 : 34, header: 56, bottom: 22, keyboard: keys };
  }
}

const NONE: Insets = { top: 0, bottom: 0, left: 0, right: 0 };

/**
 * Returns the insets that the client reports to the app. Null for web clients, which have their own
 * rules.
 */
export function edgesOf(
  look: Look,
  {
    landscape,
    keyboard,
    fullscreen,
  }: { landscape: boolean; keyboard: boolean; fullscreen: boolean },
): Edges | null {
  if (look === 'web') return null;
  const content = fullscreen ? { ...NONE, top: look === 'desktop' ? 44 : 46 } : NONE;
  if (look === 'desktop') return { safe: NONE, content };
  if (look === 'android')
    return { safe: { ...NONE, top: fullscreen && !landscape ? 28 : 0 }, content };
  const safe = landscape
    ? { top: 0, bottom: keyboard ? 0 : 21, left: 47, right: 47 }
    : { ...NONE, top: fullscreen ? 47 : 0, bottom: keyboard ? 0 : 34 };
  return { safe, content };
}
