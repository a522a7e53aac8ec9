/*
 * What the builder's visitor has chosen, as the options of the widget. The live widget is made with them and
 * the code to copy is written from them, so that both say the same.
 */
import type { ActionConfiguration, TonConnectUiOptions, UIWallet } from '@prichal/connect/vanilla';
import type { ShownWidget } from '../widget/live-widget.ts';

/** Languages by their own names: the two that are built in, then those that the package has beside them. */
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

/** Each choice with what it can be; the first is the widget's own default. */
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

/** Switches, off but for what is on in the widget too. */
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

/** Colours as `#rrggbb`; empty: the widget's own. */
export const COLOURS = [
  'accentLight',
  'accentDark',
  'groundLight',
  'groundDark',
  'wordsLight',
  'wordsDark',
] as const;

/** Free text; empty: the widget's own. */
export const TEXTS = ['label', 'manifest', 'returnUrl', 'telegramUrl'] as const;

export type Choice = keyof typeof CHOICES;
export type Switch = keyof typeof SWITCHES;
export type ColourName = (typeof COLOURS)[number];
export type TextName = (typeof TEXTS)[number];

export type State = Record<Choice, string> &
  Record<Switch, boolean> &
  Record<ColourName | TextName, string> & {
    /** How many messages a wallet has to take in one transaction; 0: as many as it takes. */
    messages: number;
  };

/** Wallets promise four messages at least, and 255 at most. */
export const MOST_MESSAGES = 255;

const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];

export function initialState(): State {
  return {
    ...Object.fromEntries(keysOf(CHOICES).map((name) => [name, CHOICES[name][0]])),
    ...SWITCHES,
    ...Object.fromEntries([...COLOURS, ...TEXTS].map((name) => [name, ''])),
    messages: 0,
  } as State;
}

/** The part of an address behind `#`: what differs from the beginning. */
export function toHash(state: State): string {
  const first = initialState();
  const said = new URLSearchParams();
  for (const name of keysOf(first)) {
    const value = state[name];
    if (value !== first[name])
      said.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
  }
  return said.toString();
}

const COLOUR = /^#[\da-f]{6}$/i;

/** What an address says; what it says wrongly, or of nothing here, is as at the beginning. */
export function fromHash(hash: string): State {
  const state = initialState();
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  for (const name of keysOf(CHOICES)) {
    const value = said.get(name) ?? '';
    if ((CHOICES[name] as readonly string[]).includes(value)) state[name] = value;
  }
  for (const name of keysOf(SWITCHES)) {
    const value = said.get(name);
    if (value === '1' || value === '0') state[name] = value === '1';
  }
  for (const name of COLOURS) {
    const value = said.get(name) ?? '';
    if (COLOUR.test(value)) state[name] = value;
  }
  for (const name of TEXTS) state[name] = (said.get(name) ?? '').slice(0, 200);
  const messages = Number(said.get('messages'));
  if (Number.isInteger(messages) && messages > 0)
    state.messages = Math.min(messages, MOST_MESSAGES);
  return state;
}

/** An example, to be replaced by a wallet of the reader's. */
export const OWN_WALLET: UIWallet = {
  appName: 'my-wallet',
  name: 'My Wallet',
  imageUrl: 'https://wallet.example/icon.png',
  aboutUrl: 'https://wallet.example',
  universalLink: 'https://wallet.example/ton-connect',
  bridgeUrl: 'https://bridge.wallet.example/bridge',
  platforms: ['ios', 'android'],
};

/** Without what is undefined, and undefined itself where nothing is left. */
function filled<T extends object>(
  fields: T,
): { [K in keyof T]: Exclude<T[K], undefined> } | undefined {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return said.length === 0
    ? undefined
    : (Object.fromEntries(said) as { [K in keyof T]: Exclude<T[K], undefined> });
}

const given = <T>(value: T, plain: T): T | undefined => (value === plain ? undefined : value);

function coloursOf(state: State, theme: 'Light' | 'Dark') {
  const colour = (name: 'accent' | 'ground' | 'words') => given(state[`${name}${theme}`], '');
  return filled({
    accent: colour('accent'),
    connectButton: filled({ background: colour('ground'), foreground: colour('words') }),
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
    notifications: given(notifications, 'all'),
    returnStrategy:
      state.returns === 'none'
        ? ('none' as const)
        : state.returns === 'link' && isLink(state.returnUrl)
          ? state.returnUrl
          : undefined,
    twaReturnUrl: isLink(state.telegramUrl) ? state.telegramUrl : undefined,
    skipRedirectToWallet: given(state.skip, 'ios') as 'always' | 'never' | undefined,
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
      minMessages: given(state.messages, 0),
      extraCurrencyRequired: state.extraCurrency || undefined,
    }),
    signData: types.length > 0 ? { types } : undefined,
  });
}

/** The widget's options, in the order in which they are read best. What is as it is anyway is not said. */
export function optionsOf(state: State): TonConnectUiOptions {
  const features = state.features === 'none' ? undefined : featuresOf(state);
  return {
    ...filled({
      language: given(state.language, 'en'),
      uiPreferences: filled({
        theme: given(state.theme, 'SYSTEM') as 'LIGHT' | 'DARK' | undefined,
        borderRadius: given(state.radius, 'm') as 's' | 'none' | undefined,
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
 * What the live widget shows: without telemetry, whatever the code says, and the example wallet with a picture
 * of this site's, so that nothing is asked of others.
 */
export function shownOf(state: State, picture: string): ShownWidget {
  const { analytics: _, ...options } = optionsOf(state);
  const example = { includeWallets: [{ ...OWN_WALLET, imageUrl: picture }] };
  return {
    options: { ...options, ...(state.ownWallet ? { walletsListConfiguration: example } : {}) },
    network: state.network === 'any' ? undefined : (state.network as 'main' | 'test'),
  };
}
