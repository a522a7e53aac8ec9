/** What can be chosen for every scene, with the words of the bar. The first is the default. */
export const CHOICES = {
  theme: [
    ['light', 'Light'],
    ['dark', 'Dark'],
    ['SYSTEM', 'As the system'],
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
    ['ltr', 'Left to right'],
    ['rtl', 'Right to left'],
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
    ['off', 'Still'],
    ['on', 'Live'],
  ],
} as const;

type Choice = keyof typeof CHOICES;

export type Width = (typeof CHOICES.width)[number][0];

/** An address of the gallery: one scene, and how it is looked at. */
export type Settings = { [Key in Choice]: (typeof CHOICES)[Key][number][0] } & {
  /** Name of a scene. */
  scene: string;
  /** The scene alone in the whole window, for pictures and tests. */
  bare: boolean;
};

const KEYS = Object.keys(CHOICES) as Choice[];

/** Reads an address; what it does not name, or names wrongly, is as by default. */
export function readSettings(search: string): Settings {
  const query = new URLSearchParams(search);
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

/** The query of an address: only what differs from the defaults. */
export function settingsQuery(settings: Settings): string {
  const query = new URLSearchParams();
  if (settings.scene) query.set('scene', settings.scene);
  for (const key of KEYS) if (settings[key] !== CHOICES[key][0][0]) query.set(key, settings[key]);
  if (settings.bare) query.set('bare', '1');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
