/*
 * The choices of the builder's user, and the widget options that they stand for. The preview and the code to copy
 * are both made from these options, so they cannot differ.
 */
import type { ActionConfiguration, TonConnectUiOptions, UIWallet } from '@prichal/connect/vanilla';
import type { ShownWidget } from '../widget/live-widget.ts';

/** Languages by their own names: the two built-in ones, then those with a pack of their own. */
export const LANGUAGES = {
  en: 'English',
  ru: 'Русский',
  es: 'Español',
  fa: 'فارسی',
  id: 'Bahasa Indonesia',
  kk: 'Қазақша',
  pt: 'Português',
  tr: 'Türkçe',
  uk: 'Українська',
  uz: 'Oʻzbekcha',
} as const;

export const BUILT_IN: readonly string[] = ['en', 'ru'];

/** Each choice with its values. The first value is the widget's default. */
export const CHOICES = {
  theme: ['SYSTEM', 'LIGHT', 'DARK'],
  radius: ['m', 's', 'none'],
  language: Object.keys(LANGUAGES),
  button: ['ready', 'own'],
  place: ['start', 'center', 'end'],
  network: ['any', 'main', 'test'],
  features: ['none', 'preferred', 'required'],
  returns: ['back', 'none', 'link'],
  skip: ['ios', 'always', 'never'],
} as const;

/** Switches with the widget's defaults. */
export const SWITCHES = {
  signText: false,
  signBinary: false,
  signCell: false,
  extraCurrency: false,
  ownWallet: false,
  modalBefore: true,
  modalSuccess: false,
  modalError: false,
  noticeBefore: true,
  noticeSuccess: true,
  noticeError: true,
  androidBack: true,
  analytics: false,
} as const;

/** Parts of the widget with a colour for each theme: accent, button, its text, main button of the dialog. */
export const COLOURED = ['accent', 'ground', 'words', 'dialog'] as const;
export const THEMES = ['Light', 'Dark'] as const;

export type Coloured = (typeof COLOURED)[number];
export type ThemeName = (typeof THEMES)[number];
export type ColourName = `${Coloured}${ThemeName}`;

/** Colours as `#rrggbb`. Empty for the widget's default. */
const COLOURS = COLOURED.flatMap((part) => THEMES.map((theme): ColourName => `${part}${theme}`));

/** Free text. Empty for the widget's default. */
export const TEXTS = ['label', 'manifest', 'returnUrl', 'telegramUrl'] as const;

export type Choice = keyof typeof CHOICES;
export type Switch = keyof typeof SWITCHES;
export type TextName = (typeof TEXTS)[number];

export type State = Record<Choice, string> &
  Record<Switch, boolean> &
  Record<ColourName | TextName, string> & {
    /** Minimum number of messages per transaction that a wallet must accept. 0 for no minimum. */
    messages: number;
  };

/** Wallets accept between 4 and 255 messages in one transaction. */
export const MOST_MESSAGES = 255;

const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];

/** Default of each choice. `language`: that of the page. */
export function initialState(language: 'en' | 'ru' = 'en'): State {
  return {
    ...Object.fromEntries(keysOf(CHOICES).map((name) => [name, CHOICES[name][0]])),
    language,
    ...SWITCHES,
    ...Object.fromEntries([...COLOURS, ...TEXTS].map((name) => [name, ''])),
    messages: 0,
  } as State;
}

/** The fragment of the page's address: every choice that differs from its default. */
export function toHash(state: State, language?: 'en' | 'ru'): string {
  const first = initialState(language);
  const parameters = new URLSearchParams();
  for (const name of keysOf(first)) {
    const value = state[name];
    if (value !== first[name])
      parameters.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
  }
  return parameters.toString();
}

const COLOUR = /^#[\da-f]{6}$/i;

/** Choices from the fragment of an address. Unknown names and wrong values are ignored. */
export function fromHash(hash: string, language?: 'en' | 'ru'): State {
  const state = initialState(language);
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  for (const name of keysOf(CHOICES)) {
    const value = parameters.get(name) ?? '';
    if ((CHOICES[name] as readonly string[]).includes(value)) state[name] = value;
  }
  for (const name of keysOf(SWITCHES)) {
    const value = parameters.get(name);
    if (value === '1' || value === '0') state[name] = value === '1';
  }
  for (const name of COLOURS) {
    const value = parameters.get(name) ?? '';
    if (COLOUR.test(value)) state[name] = value;
  }
  for (const name of TEXTS) state[name] = (parameters.get(name) ?? '').slice(0, 200);
  const messages = Number(parameters.get('messages'));
  if (Number.isInteger(messages) && messages > 0)
    state.messages = Math.min(messages, MOST_MESSAGES);
  return state;
}

/** An example that readers replace with their own wallet. */
export const OWN_WALLET: UIWallet = {
  appName: 'my-wallet',
  name: 'My Wallet',
  imageUrl: 'https://wallet.example/icon.png',
  aboutUrl: 'https://wallet.example',
  universalLink: 'https://wallet.example/ton-connect',
  bridgeUrl: 'https://bridge.wallet.example/bridge',
  platforms: ['ios', 'android'],
};

/** Removes undefined fields. Returns undefined if no field is left. */
function filled<T extends object>(
  fields: T,
): { [K in keyof T]: Exclude<T[K], undefined> } | undefined {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return defined.length === 0
    ? undefined
    : (Object.fromEntries(defined) as { [K in keyof T]: Exclude<T[K], undefined> });
}

const unlessDefault = <T>(value: T, plain: T): T | undefined =>
  value === plain ? undefined : value;

function coloursOf(state: State, theme: ThemeName) {
  const colour = (part: Coloured) => unlessDefault(state[`${part}${theme}`], '');
  return filled({
    accent: colour('accent'),
    connectButton: filled({ background: colour('ground'), foreground: colour('words') }),
    telegramButton: colour('dialog'),
  });
}

type Stage = 'before' | 'success' | 'error';

function stagesOf(state: State, kind: 'modal' | 'notice'): Stage[] | 'all' {
  const stages = (['before', 'success', 'error'] as const).filter(
    (stage) => state[`${kind}${stage[0]?.toUpperCase()}${stage.slice(1)}` as Switch],
  );
  return stages.length === 3 ? 'all' : stages;
}

const isLink = (text: string): text is `${string}://${string}` =>
  /^[a-z][\w+.-]*:\/\/\S+$/i.test(text);

function actionsOf(state: State): ActionConfiguration | undefined {
  const modals = stagesOf(state, 'modal');
  const notifications = stagesOf(state, 'notice');
  return filled({
    modals: String(modals) === 'before' ? undefined : modals,
    notifications: unlessDefault(notifications, 'all'),
    returnStrategy:
      state.returns === 'none'
        ? ('none' as const)
        : state.returns === 'link' && isLink(state.returnUrl)
          ? state.returnUrl
          : undefined,
    twaReturnUrl: isLink(state.telegramUrl) ? state.telegramUrl : undefined,
    skipRedirectToWallet: unlessDefault(state.skip, 'ios') as 'always' | 'never' | undefined,
  }) as ActionConfiguration | undefined;
}

function featuresOf(state: State) {
  const types = [
    ...(state.signText ? ['text' as const] : []),
    ...(state.signBinary ? ['binary' as const] : []),
    ...(state.signCell ? ['cell' as const] : []),
  ];
  return filled({
    sendTransaction: filled({
      minMessages: unlessDefault(state.messages, 0),
      extraCurrencyRequired: state.extraCurrency || undefined,
    }),
    signData: types.length > 0 ? { types } : undefined,
  });
}

/** The widget's options without those at their default, in the order of the printed code. */
export function optionsOf(state: State): TonConnectUiOptions {
  const features = state.features === 'none' ? undefined : featuresOf(state);
  return {
    ...filled({
      language: unlessDefault(state.language, 'en'),
      uiPreferences: filled({
        theme: unlessDefault(state.theme, 'SYSTEM') as 'LIGHT' | 'DARK' | undefined,
        borderRadius: unlessDefault(state.radius, 'm') as 's' | 'none' | undefined,
        colorsSet: filled({ LIGHT: coloursOf(state, 'Light'), DARK: coloursOf(state, 'Dark') }),
      }),
      strings:
        state.label === '' || state.button === 'own'
          ? undefined
          : { [state.language]: { button: { connectWallet: state.label } } },
      walletsListConfiguration: state.ownWallet ? { includeWallets: [OWN_WALLET] } : undefined,
      walletsRequiredFeatures: state.features === 'required' ? features : undefined,
      walletsPreferredFeatures: state.features === 'preferred' ? features : undefined,
      actionsConfiguration: actionsOf(state),
      enableAndroidBackHandler: state.androidBack ? undefined : false,
      analytics: state.analytics ? { mode: 'telemetry' as const } : undefined,
    }),
  } as TonConnectUiOptions;
}

/**
 * Options of the preview. It has no telemetry, and the example wallet has a picture of this site, so the page makes
 * no requests to other hosts.
 */
export function shownOf(state: State, picture: string): ShownWidget {
  const { analytics: _, ...options } = optionsOf(state);
  const example = { includeWallets: [{ ...OWN_WALLET, imageUrl: picture }] };
  return {
    options: { ...options, ...(state.ownWallet ? { walletsListConfiguration: example } : {}) },
    network: state.network === 'any' ? undefined : (state.network as 'main' | 'test'),
  };
}
