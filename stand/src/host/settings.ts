import { PALETTES, type PaletteId } from './palettes';

type Choices = Record<string, readonly (readonly [value: string, label: string])[]>;

/** Settings with a list of values, and their labels. */
export const CHOICES = {
  client: [
    ['weba', 'Web A: answers everything'],
    ['webk', 'Web K: answers some methods'],
    ['silent', 'Silent: never answers'],
    ['other-origin', 'Web A, app on another origin: no answers'],
  ],
  platform: [
    ['auto', 'Same as the client'],
    ['ios', 'iOS'],
    ['android', 'Android'],
    ['android_x', 'Android X'],
    ['tdesktop', 'Desktop (tdesktop)'],
    ['macos', 'macOS'],
    ['unigram', 'Windows (unigram)'],
    ['weba', 'Web A (weba)'],
    ['web', 'Web K (web)'],
    ['webk', 'Web K (webk)'],
    ['unknown', 'Unknown'],
  ],
  version: [
    '10.3',
    '10.2',
    '10.1',
    '9.6',
    '9.5',
    '9.1',
    '9.0',
    '8.0',
    '7.10',
    '7.8',
    '7.7',
    '7.6',
    '7.2',
    '7.0',
    '6.10',
    '6.9',
    '6.7',
    '6.4',
    '6.2',
    '6.1',
    '6.0',
  ].map((version) => [version, version] as const),
  lang: [
    ['ru', 'Русский'],
    ['en', 'English'],
    ['uk', 'Українська'],
    ['kk', 'Қазақша'],
    ['de', 'Deutsch'],
    ['ar', 'العربية'],
    ['zh-hans', '简体中文'],
  ],
  size: [
    ['320', 'Small phone, 320 px'],
    ['360', 'Phone, 360 px'],
    ['390', 'Phone, 390 px'],
    ['desktop', 'Desktop window'],
  ],
  turn: [
    ['portrait', 'Portrait'],
    ['landscape', 'Landscape'],
  ],
  zoom: [
    ['fit', 'Fit'],
    ['100', 'Real size'],
  ],
  keyboard: [
    ['off', 'Hidden'],
    ['on', 'Shown'],
  ],
  net: [
    ['normal', 'At once'],
    ['slow', 'Up to 2 s late'],
    ['drop', 'Half of them dropped'],
    ['random', 'Half dropped, others late'],
  ],
  site: [
    ['same', 'Same site'],
    ['cross', 'Another site'],
  ],
  bridge: [
    ['none', 'Works'],
    ['slow', 'Slow: messages 5 s late'],
    ['silent', 'Silent: never answers'],
    ['refused', 'Refused: no connection'],
    ['cut', 'Unstable: streams break every 3 s'],
    ['error', 'Broken: error 500'],
    ['lost', 'Lossy: drops every message'],
  ],
  half: [
    ['all', 'Receiving and sending'],
    ['streams', 'Receiving only'],
    ['messages', 'Sending only'],
  ],
  panel: [
    ['try', 'Start here'],
    ['client', 'Telegram'],
    ['faults', 'Faults'],
    ['events', 'Events'],
    ['session', 'Sign-in'],
    ['launch', 'Launch data'],
    ['device', 'On a phone'],
  ],
} as const satisfies Choices;

/** Settings of the sandbox. They are all in the address, so that a link reproduces them. */
export type Settings = {
  client: (typeof CHOICES.client)[number][0];
  platform: (typeof CHOICES.platform)[number][0];
  /** Mini Apps version of the launch. */
  version: string;
  theme: PaletteId;
  lang: (typeof CHOICES.lang)[number][0];
  /** Start parameter. Empty if none. */
  start: string;
  /** Edits of the launch parameters, see {@link editLaunch}. Empty if none. */
  launch: string;
  /** Path of the app, with query and hash if a deep link has them. */
  path: string;
  size: (typeof CHOICES.size)[number][0];
  /** Orientation of the phone. */
  turn: (typeof CHOICES.turn)[number][0];
  /** Whether the phone is scaled to fit, or shown at real size and shortened. */
  zoom: (typeof CHOICES.zoom)[number][0];
  /** Whether the phone's keyboard is open. */
  keyboard: (typeof CHOICES.keyboard)[number][0];
  net: (typeof CHOICES.net)[number][0];
  /** Seed of the random faults of `net`. The same seed drops the same replies. */
  seed: string;
  site: (typeof CHOICES.site)[number][0];
  /** Whether the dev wallet is injected into the app's page. */
  ext: 'on' | 'off';
  /** Fault of the bridge, and the half that it affects. */
  bridge: (typeof CHOICES.bridge)[number][0];
  half: (typeof CHOICES.half)[number][0];
  /** Panel next to the wallet. */
  panel: (typeof CHOICES.panel)[number][0];
  /** Sources that the log shows, separated by commas. */
  log: string;
};

export const DEFAULTS: Settings = {
  client: 'weba',
  platform: 'auto',
  version: '9.1',
  theme: 'weba-light',
  lang: 'ru',
  start: '',
  launch: '',
  path: '/',
  size: '390',
  turn: 'portrait',
  zoom: 'fit',
  keyboard: 'off',
  net: 'normal',
  seed: '1',
  site: 'same',
  ext: 'on',
  bridge: 'none',
  half: 'all',
  panel: 'try',
  log: 'telegram,tonconnect,bridge',
};

/** Settings that are part of the launch. Changing one starts a new launch. */
const LAUNCH_KEYS = [
  'client',
  'platform',
  'version',
  'lang',
  'start',
  'launch',
  'path',
  'seed',
  'site',
  'ext',
] as const;

const ALLOWED: { [Key in keyof Settings]: (value: string) => boolean } = {
  client: among(CHOICES.client),
  platform: among(CHOICES.platform),
  version: (value) => /^\d{1,2}\.\d{1,2}$/.test(value),
  theme: (value) => Object.hasOwn(PALETTES, value),
  lang: among(CHOICES.lang),
  start: (value) => /^[A-Za-z0-9_-]{0,512}$/.test(value),
  launch: (value) => /^$|^(?:[+-]?tgWebApp\w+(?:=[^#?&=]*)?(?:&|$))+$/.test(value),
  path: (value) => value.startsWith('/') && !value.startsWith('//'),
  size: among(CHOICES.size),
  turn: among(CHOICES.turn),
  zoom: among(CHOICES.zoom),
  keyboard: among(CHOICES.keyboard),
  net: among(CHOICES.net),
  seed: (value) => /^\d{1,9}$/.test(value),
  site: among(CHOICES.site),
  ext: (value) => value === 'on' || value === 'off',
  bridge: among(CHOICES.bridge),
  half: among(CHOICES.half),
  panel: among(CHOICES.panel),
  log: (value) => /^((telegram|tonconnect|bridge)(,|$))*$/.test(value),
};

function among(choices: readonly (readonly [string, string])[]) {
  return (value: string) => choices.some(([each]) => each === value);
}

export function isAllowed(key: keyof Settings, value: string): boolean {
  return ALLOWED[key](value);
}

/** Parses an address. Missing and invalid values become defaults. */
export function readSettings(search: string): Settings {
  const query = new URLSearchParams(search);
  const found: Record<string, string> = { ...DEFAULTS };
  for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) {
    const value = query.get(key);
    if (value !== null && isAllowed(key, value)) found[key] = value;
  }
  return found as Settings;
}

/** Formats the query of an address. It contains only values that differ from the defaults. */
export function settingsQuery(settings: Settings): string {
  const query = new URLSearchParams();
  for (const key of Object.keys(DEFAULTS) as (keyof Settings)[])
    if (settings[key] !== DEFAULTS[key]) query.set(key, settings[key]);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns a key of the launch: equal keys are the same launch. */
export function launchKey(settings: Settings): string {
  return JSON.stringify(LAUNCH_KEYS.map((key) => settings[key]));
}

/** Returns the platform that a launch names. */
export function platformOf({ client, platform }: Pick<Settings, 'client' | 'platform'>): string {
  if (platform !== 'auto') return platform;
  return { weba: 'weba', webk: 'web', silent: 'unknown', 'other-origin': 'weba' }[client];
}
