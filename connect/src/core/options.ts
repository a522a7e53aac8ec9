import type {
  AnalyticsSettings,
  EventDispatcher,
  ITonConnect,
  RequiredFeatures,
  SdkActionEvent,
} from '@prichal/sdk';
import type { DeepPartial, Language, Strings } from '../words/language.js';
import type { UIWallet } from './wallets/wallet-info.js';

/** Codes of the built-in languages. */
export type Locales = 'en' | 'ru';

export type WalletsListConfiguration = {
  /** Wallets to add to the list. A wallet with a listed name replaces the listed one. */
  includeWallets?: UIWallet[];
};

export type UIPreferences = {
  /** @default 'SYSTEM' */
  theme?: Theme;
  /** @default 'm' */
  borderRadius?: BorderRadius;
  /** Custom colours for each theme. */
  colorsSet?: ThemedColors;
};

/** Where the wallet sends the user after a request: back, nowhere, or to a link of the app. */
export type ReturnStrategy = 'back' | 'none' | `${string}://${string}`;

type ActionStage = 'before' | 'success' | 'error';

export type ActionConfiguration = {
  /** @default ['before'] */
  modals?: ActionStage[] | 'all';
  /** @default 'all' */
  notifications?: ActionStage[] | 'all';
  /** @default 'back' */
  returnStrategy?: ReturnStrategy;
  /** Replaces `returnStrategy` inside Telegram: `tg://` or `https://t.me/…`. */
  twaReturnUrl?: `${string}://${string}`;
  /**
   * Where the wallet is not opened after a request was sent. Inside Telegram, always `'never'`.
   * @default 'ios'
   */
  skipRedirectToWallet?: 'ios' | 'always' | 'never';
};

/**
 * The Telegram controls that an open sheet may use inside Telegram. By default, it uses the controls that it
 * can restore afterwards, also if the page has Telegram's own script or another SDK. A function returns the
 * app's current state of a control.
 */
export type TelegramOptions = {
  /**
   * Whether Back closes the sheet or returns to its previous screen. `true`: only the sheet uses the button.
   * `false`: only the app uses it. A function: returns whether the app shows the button.
   */
  backButton?: boolean | (() => boolean);
  /**
   * Whether Telegram's vertical swipe is off while a sheet is open. `true`: only the sheet changes it.
   * `false`: the sheet does not change it. A function: returns whether the app allows the swipe.
   */
  swipe?: boolean | (() => boolean);
  /**
   * Whether Telegram's header and bottom bar are dimmed with the page while a sheet is open. Requires that the
   * app sets their colours with `setBarColors` of `@prichal/telegram`. `false`: the sheet does not change them.
   */
  bars?: boolean;
  /** Whether Telegram expands to full height when a sheet opens. @default true if there is no other SDK */
  expand?: boolean;
};

/** The options that can change while the widget exists. */
export type TonConnectUiOptions = {
  uiPreferences?: UIPreferences;
  /** Id of the page element in which the widget shows a connect button. */
  buttonRootId?: string | null;
  /** One of the built-in languages, or a key of `languages`. @default 'en' */
  language?: Locales | (string & {});
  /** Complete custom languages. The keys `en` and `ru` replace the built-in languages. */
  languages?: Record<string, Language>;
  /** Texts that replace single texts of a language, by its code. */
  strings?: Strings;
  walletsListConfiguration?: WalletsListConfiguration;
  walletsRequiredFeatures?: RequiredFeatures;
  walletsPreferredFeatures?: RequiredFeatures;
  actionsConfiguration?: ActionConfiguration;
  /** Whether Back on Android, and Telegram's Back button inside Telegram, closes the sheet. @default true */
  enableAndroidBackHandler?: boolean;
  /** The Telegram controls that an open sheet may use. */
  telegram?: TelegramOptions;
  /** Telemetry of the SDK. Read when the SDK loads. @default { mode: 'off' } */
  analytics?: AnalyticsSettings;
};

/** Details of the `ton-connect-*` and `ton-connect-ui-*` events. */
export type UserActionEvent = SdkActionEvent;

export type TonConnectUiCreateOptionsBase = TonConnectUiOptions & {
  /** Whether a stored session is restored. @default true */
  restoreConnection?: boolean;
  /** Id of the element that holds the sheet. Created if it is missing. @default 'tc-widget-root' */
  widgetRootId?: string;
  /** Receives all events, those of the SDK included, instead of the window. */
  eventDispatcher?: EventDispatcher<UserActionEvent>;
  /** URL of a custom wallets list, for the widget and the SDK. The public list is the fallback. */
  walletsListSource?: string;
};

export type TonConnectUiOptionsWithManifest = TonConnectUiCreateOptionsBase & {
  /** URL of the app's `tonconnect-manifest.json`. Wallets must be able to read it. */
  manifestUrl?: string;
};

export type TonConnectUiOptionsWithConnector = TonConnectUiCreateOptionsBase & {
  /** A custom connector that replaces the SDK's. */
  connector?: ITonConnect;
};

export type TonConnectUiCreateOptions =
  | TonConnectUiOptionsWithManifest
  | TonConnectUiOptionsWithConnector;

type RequestOptions = {
  /** Called when the wallet has received the request. `redirectToWallet` opens the wallet at it. */
  onRequestSent?: (redirectToWallet: () => void) => void;
  /** Cancels the request. The promise rejects. */
  signal?: AbortSignal;
  /** Identifies the request in the logs of the wallet and the bridge. */
  traceId?: string;
};

export type SendTransactionOptions = ActionConfiguration & RequestOptions;
export type SignDataOptions = ActionConfiguration & RequestOptions;

/** Only types. The enum has the peer's name, so that their types are compatible. */
declare namespace Enums {
  enum THEME {
    DARK = 'DARK',
    LIGHT = 'LIGHT',
  }
}

/** Explicit themes. `'SYSTEM'` follows the user's device. */
export const THEME = { DARK: 'DARK', LIGHT: 'LIGHT' } as unknown as typeof Enums.THEME;
export type THEME = Enums.THEME;
/** Only types: `THEME.DARK` is also a type, like an enum member. */
export declare namespace THEME {
  type DARK = Enums.THEME.DARK;
  type LIGHT = Enums.THEME.LIGHT;
}

/** A theme, as a constant or a string. */
export type Theme = THEME | `${THEME}` | 'SYSTEM';

/** Corner style: rounded, slightly rounded, square. */
export type BorderRadius = 'm' | 's' | 'none';

export type Color = string;

/** The colours that can be replaced, in the format of the peer's `colorsSet`. */
export type ColorsSet = {
  constant: { black: Color; white: Color };
  connectButton: { background: Color; foreground: Color };
  accent: Color;
  telegramButton: Color;
  icon: { primary: Color; secondary: Color; tertiary: Color; success: Color; error: Color };
  background: { primary: Color; secondary: Color; segment: Color; tint: Color; qr: Color };
  text: { primary: Color; secondary: Color };
};

/** Some colours of one theme. */
export type PartialColorsSet = DeepPartial<ColorsSet>;
/** Some colours of each theme. */
export type ThemedColors = { [K in THEME]?: PartialColorsSet };
