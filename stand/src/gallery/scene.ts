import type {
  TonConnectUI,
  TonConnectUiCreateOptionsBase,
  Wallet,
  WalletInfo,
} from '@prichal/connect';
import type { Names } from '@prichal/dev-wallet/page-objects';
import type { Settings, Width } from './settings';
import type { PlayedConnector } from './stage/played-connector';

/** What a scene plays with. */
export type Stage = {
  ui: TonConnectUI;
  wallet: PlayedConnector;
  /** Names of the controls in the scene's language. */
  names: Names;
  /** Whether the window is a phone's. */
  phone: boolean;
};

export type Scene = {
  /** In the address. */
  name: string;
  /** In the list. */
  title: string;
  /** Widths that it is made for, the best first. */
  widths: readonly [Width, ...Width[]];
  /** The wallets list. @default the fleet */
  list?: () => Promise<readonly WalletInfo[]>;
  /** The wallet of a stored session; `never` keeps looking. */
  restored?: Wallet | 'never';
  /** The browser opens no pages. */
  blocked?: boolean;
  options?: Partial<TonConnectUiCreateOptionsBase>;
  /** What cannot be chosen, because the scene is about it. */
  fixed?: Partial<Pick<Settings, 'dir' | 'radius'>>;
  /** What happens before the scene stands. */
  play?(stage: Stage): Promise<unknown>;
};

export type SceneGroup = { title: string; scenes: readonly Scene[] };

export const PHONES = ['390', '320'] as const;
export const ANY = ['1280', '390', '320'] as const;
export const DESKTOP = ['1280'] as const;

/** The settings with a width that the scene is made for. */
export const fitWidth = (settings: Settings, scene: Scene): Settings =>
  scene.widths.includes(settings.width) ? settings : { ...settings, width: scene.widths[0] };
