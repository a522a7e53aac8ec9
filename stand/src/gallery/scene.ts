import type {
  TonConnectUI,
  TonConnectUiCreateOptionsBase,
  Wallet,
  WalletInfo,
} from '@prichal/connect';
import type { Names } from '@prichal/dev-wallet/page-objects';
import type { Settings, Width } from './settings';
import type { PlayedConnector } from './stage/played-connector';

/** What a scene can control. */
export type Stage = {
  ui: TonConnectUI;
  wallet: PlayedConnector;
  /** Control names in the scene's language. */
  names: Names;
  /** Whether the window has a phone's width. */
  phone: boolean;
};

export type Scene = {
  /** Name in the address. */
  name: string;
  /** Title in the list. */
  title: string;
  /** Supported widths, preferred first. */
  widths: readonly [Width, ...Width[]];
  /** The wallets list. @default the fleet */
  list?: () => Promise<readonly WalletInfo[]>;
  /** The wallet of a stored session. With `never`, restoring does not end. */
  restored?: Wallet | 'never';
  /** The browser blocks new pages. */
  blocked?: boolean;
  options?: Partial<TonConnectUiCreateOptionsBase>;
  /** Settings that the scene fixes, because it is about them. */
  fixed?: Partial<Pick<Settings, 'dir' | 'radius'>>;
  /** Actions that lead to the state of the scene. */
  play?(stage: Stage): Promise<unknown>;
};

export type SceneGroup = { title: string; scenes: readonly Scene[] };

export const PHONES = ['390', '320'] as const;
export const ANY = ['1280', '390', '320'] as const;
export const DESKTOP = ['1280'] as const;

/** Returns the settings with a width that the scene supports. */
export const fitWidth = (settings: Settings, scene: Scene): Settings =>
  scene.widths.includes(settings.width) ? settings : { ...settings, width: scene.widths[0] };
