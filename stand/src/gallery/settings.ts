/** Settings for every scene, with their labels. The first value is the default. */
export const CHOICES = {
  theme: [
    ['light', 'Light'],
    ['dark', 'Dark'],
    ['SYSTEM', 'System'],
  ],
  lang: [
    ['en', 'English'],
    ['ru', 'Русский'],
    ['es', 'Español'],
    ['fa', 'فارسی'],
    ['id', 'Bahasa Indonesia'],
    ['kk', 'Қазақша'],
    ['pt', 'Português'],
    ['tr', 'Türkçe'],
    ['uk', 'Українська'],
    ['uz', 'Oʻzbekcha'],
  ],
  dir: [
    ['ltr', 'LTR'],
    ['rtl', 'RTL'],
  ],
  width: [
    ['1280', '1280 px'],
    ['390', '390 px'],
    ['320', '320 px'],
  ],
  radius: [
    ['m', 'Medium'],
    ['s', 'Small'],
    ['none', 'None'],
  ],
  motion: [
    ['off', 'Off'],
    ['on', 'On'],
  ],
} as const;

type Choice = keyof typeof CHOICES;

export type Width = (typeof CHOICES.width)[number][0];

/** Settings of a gallery address: a scene, and how to show it. */
export type Settings = { [Key in Choice]: (typeof CHOICES)[Key][number][0] } & {
  /** Name of a scene. */
  scene: string;
  /** Shows only the scene, in the whole window, for pictures and tests. */
  bare: boolean;
};

const KEYS = Object.keys(CHOICES) as Choice[];

/** Returns the largest width that fits a window, in px. */
export function widthFor(window: number): Width {
  return CHOICES.width.find(([width]) => Number(width) <= window)?.[0] ?? '320';
}

/** Parses an address. Missing and invalid values become defaults, and a width that fits. */
export function readSettings(search: string, window = Number.POSITIVE_INFINITY): Settings {
  const query = new URLSearchParams(search);
  if (!query.has('width')) query.set('width', widthFor(window));
  const chosen = KEYS.map((key) => {
    const wanted = query.get(key);
    const found = CHOICES[key].find(([value]) => value === wanted) ?? CHOICES[key][0];
    return [key, found[0]];
  });
  return {
    ...Object.fromEntries(chosen),
    scene: query.get('scene') ?? '',
    bare: query.get('bare') === '1',
  };
}

/** Formats the query of an address. It contains only values that differ from the defaults. */
export function settingsQuery(settings: Settings): string {
  const query = new URLSearchParams();
  if (settings.scene) query.set('scene', settings.scene);
  // The gallery's default width depends on the window, so its links contain the width.
  for (const key of KEYS)
    if (settings[key] !== CHOICES[key][0][0] || (key === 'width' && !settings.bare))
      query.set(key, settings[key]);
  if (settings.bare) query.set('bare', '1');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
