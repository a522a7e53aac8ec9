import type { Settings } from './settings';

/** How a client looks around the app. */
export type Look = 'web' | 'ios' | 'android' | 'desktop';

/** Distances from the edges of the app's frame, px. */
export type Insets = { top: number; bottom: number; left: number; right: number };

/** What the device covers, and what the client's floating buttons do. */
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

/** Logical pixels of a screen. */
type Size = { width: number; height: number };

const SCREENS: Record<Settings['size'], Size> = {
  '320': { width: 320, height: 640 },
  '360': { width: 360, height: 780 },
  '390': { width: 390, height: 844 },
  desktop: { width: 1024, height: 720 },
};

/** The screen of a phone lies on its side in landscape; a desktop's window has no sides to lie on. */
export function screenOf({ size, turn }: Pick<Settings, 'size' | 'turn'>): Size {
  const { width, height } = SCREENS[size];
  return turn === 'landscape' && size !== 'desktop'
    ? { width: height, height: width }
    : SCREENS[size];
}

/** Heights of the client's own parts, px. */
export type Chrome = {
  /** The status bar; none where a phone lies on its side. */
  status: number;
  header: number;
  /** A bar below the app that the app does not reach. */
  bottom: number;
  keyboard: number;
};

export function chromeOf(look: Look, landscape: boolean, keyboard: boolean): Chrome {
  const keys = keyboard ? (landscape ? 200 : 291) : 0;
  switch (look) {
    case 'ios':
      // The app reaches the lower edge, under the home indicator.
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

/** What the client tells the app about its edges. Null: a web client has rules of its own. */
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
