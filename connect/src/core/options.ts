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
  /** Added to the list; one with a listed name takes that wallet's place. */
  includeWallets?: UIWallet[];
};

export type UIPreferences = {
  /** @default 'SYSTEM' */
  theme?: Theme;
  /** @default 'm' */
  borderRadius?: BorderRadius;
  /** Own colours for each theme. */
  colorsSet?: ThemedColors;
};

/** Where the wallet sends the visitor afterwards: back, nowhere, or to a link of the app. */
export type ReturnStrategy = 'back' | 'none' | `${string}://${string}`;

type ActionStage = 'before' | 'success' | 'error';

export type ActionConfiguration = {
  /** @default ['before'] */
  modals?: ActionStage[] | 'all';
  /** @default 'all' */
  notifications?: ActionStage[] | 'all';
  /** @default 'back' */
  returnStrategy?: ReturnStrategy;
  /** Used instead of `returnStrategy` inside Telegram: `tg://` or `https://t.me/…`. */
  twaReturnUrl?: `${string}://${string}`;
  /** When not to open the wallet after a request was sent. Never skipped inside Telegram. @default 'ios' */
  skipRedirectToWallet?: 'ios' | 'always' | 'never';
};

/**
 * Which of Telegram's controls an open sheet may use inside of Telegram. By default it uses what it can leave
 * as it was, also beside Telegram's own script or another SDK. A function tells how the app has a control now.
 */
export type TelegramOptions = {
  /**
   * Back closes the sheet, or goes a screen back in it. `true`: it is nobody else's. `false`: it is the app's
   * alone. A function: whether the app shows the button.
   */
  backButton?: boolean | (() => boolean);
  /**
   * Telegram's vertical swipe is off while a sheet is open. `true`: nobody else switches it. `false`: it is
   * never touched. A function: whether the app allows the swipe.
   */
  swipe?: boolean | (() => boolean);
  /**
   * Telegram's header and bottom bar are dimmed with the page while a sheet is open, where the app has given
   * them their colours by `setBarColors` of `@prichal/telegram`. `false`: they are never touched.
   */
  bars?: boolean;
  /** Telegram is expanded to the whole height when a sheet opens. @default where there is no other SDK */
  expand?: boolean;
};

/** What can change while the widget lives. */
export type TonConnectUiOptions = {
  uiPreferences?: UIPreferences;
  /** Id of an element of the page that gets a connect button. */
  buttonRootId?: string | null;
  /** One of the built-in languages, or a key of `languages`. @default 'en' */
  language?: Locales | (string & {});
  /** Languages of your own, complete; one named `en` or `ru` takes the built-in one's place. */
  languages?: Record<string, Language>;
  /** Words that replace those of a language, by its name. */
  strings?: Strings;
  walletsListConfiguration?: WalletsListConfiguration;
  walletsRequiredFeatures?: RequiredFeatures;
  walletsPreferredFeatures?: RequiredFeatures;
  actionsConfiguration?: ActionConfiguration;
  /** Whether Android's back closes the sheet, and Telegram's inside of Telegram. @default true */
  enableAndroidBackHandler?: boolean;
  /** Which of Telegram's controls an open sheet may use. */
  telegram?: TelegramOptions;
  /** The SDK's telemetry; taken up when the SDK is loaded. @default { mode: 'off' } */
  analytics?: AnalyticsSettings;
};

/** What happens, as the window events `ton-connect-ui-*` tell it. */
export type UserActionEvent = SdkActionEvent;

export type TonConnectUiCreateOptionsBase = TonConnectUiOptions & {
  /** Whether a stored session is picked up again. @default true */
  restoreConnection?: boolean;
  /** Id of the element that holds the sheet; made when missing. @default 'tc-widget-root' */
  widgetRootId?: string;
  /** Takes the events in place of the window, the SDK's as well. */
  eventDispatcher?: EventDispatcher<UserActionEvent>;
  /** Address of a wallets list of your own, asked before the public one (and by the SDK). */
  walletsListSource?: string;
};

export type TonConnectUiOptionsWithManifest = TonConnectUiCreateOptionsBase & {
  /** Address of the app's `tonconnect-manifest.json`, readable by wallets. */
  manifestUrl?: string;
};

export type TonConnectUiOptionsWithConnector = TonConnectUiCreateOptionsBase & {
  /** A connector of your own, instead of the SDK's. */
  connector?: ITonConnect;
};

export type TonConnectUiCreateOptions =
  | TonConnectUiOptionsWithManifest
  | TonConnectUiOptionsWithConnector;

type RequestOptions = {
  /** The wallet has the request; `redirectToWallet` opens the wallet so that it shows. */
  onRequestSent?: (redirectToWallet: () => void) => void;
  /** Gives the request up: the promise rejects. */
  signal?: AbortSignal;
  /** Follows the request through the wallet's and the bridge's logs. */
  traceId?: string;
};

export type SendTransactionOptions = ActionConfiguration & RequestOptions;
export type SignDataOptions = ActionConfiguration & RequestOptions;

/** Types alone. An enum of the peer's name, so that one fits where the other is asked for. */
declare namespace Enums {
  enum THEME {
    DARK = 'DARK',
    LIGHT = 'LIGHT',
  }
}

/** Explicit themes; `'SYSTEM'` follows the visitor's device. */
export const THEME = { DARK: 'DARK', LIGHT: 'LIGHT' } as unknown as typeof Enums.THEME;
export type THEME = Enums.THEME;
/** Types alone: `THEME.DARK` names one, as an enum's member does. */
export declare namespace THEME {
  type DARK = Enums.THEME.DARK;
  type LIGHT = Enums.THEME.LIGHT;
}

/** A theme, by its constant or in plain words. */
export type Theme = THEME | `${THEME}` | 'SYSTEM';

/** Rounded, slightly rounded, square. */
export type BorderRadius = 'm' | 's' | 'none';

export type Color = string;

/** The colours that can be replaced, in the shape of the peer's `colorsSet`. */
export type ColorsSet = {
  constant: { black: Color; white: Color };
  connectButton: { background: Color; foreground: Color };
  accent: Color;
  telegramButton: Color;
  icon: { primary: Color; secondary: Color; tertiary: Color; success: Color; error: Color };
  background: { primary: Color; secondary: Color; segment: Color; tint: Color; qr: Color };
  text: { primary: Color; secondary: Color };
};

/** Some colours, for one theme. */
export type PartialColorsSet = DeepPartial<ColorsSet>;
/** Some colours, for each theme. */
export type ThemedColors = { [K in THEME]?: PartialColorsSet };
