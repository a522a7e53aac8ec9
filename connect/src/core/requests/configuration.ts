import { isTelegram } from '@prichal/telegram';
import {
  currentEnvironment,
  type Environment,
  isFramed,
  isPhoneOs,
} from '../device/environment.js';
import { linkWith, type ReturnWish, returnTarget } from '../links.js';
import { defined } from '../objects.js';
import { openWalletLink } from '../open-link.js';
import type { ActionConfiguration } from '../options.js';
import { isTelegramUrl } from '../telegram-url.js';
import type { CurrentWallet } from '../wallets/wallet-info.js';

export type ActionStage = 'before' | 'success' | 'error';

export type ResolvedConfiguration = {
  modals: readonly ActionStage[];
  notifications: readonly ActionStage[];
  returnStrategy: NonNullable<ActionConfiguration['returnStrategy']>;
  twaReturnUrl: ActionConfiguration['twaReturnUrl'] | undefined;
  skipRedirectToWallet: 'ios' | 'always' | 'never';
};

const ALL: readonly ActionStage[] = ['before', 'success', 'error'];

const stages = (value: readonly ActionStage[] | 'all') => (value === 'all' ? ALL : value);

const DEFAULTS = {
  modals: ['before'],
  notifications: ALL,
  returnStrategy: 'back',
  twaReturnUrl: undefined,
  skipRedirectToWallet: 'ios',
} as const;

/** Merges the options of the call, which come first, with those of the widget and the defaults. */
export function resolveConfiguration(
  call: ActionConfiguration | undefined,
  widget: ActionConfiguration,
  inTelegram: boolean,
): ResolvedConfiguration {
  const wish = { ...DEFAULTS, ...defined(widget), ...defined(call ?? {}) };
  return {
    ...wish,
    modals: stages(wish.modals),
    notifications: stages(wish.notifications),
    skipRedirectToWallet: inTelegram ? 'never' : wish.skipRedirectToWallet,
  };
}

const openMethodOf = (wallet: CurrentWallet) =>
  'openMethod' in wallet ? wallet.openMethod : undefined;

/** Whether a link on this device opened the wallet to connect. */
const isOpenedByLink = (wallet: CurrentWallet): boolean =>
  ['universal-link', 'custom-deeplink'].includes(openMethodOf(wallet) ?? '');

/**
 * Returns true if a link on this device can open the wallet at its request. A wallet inside Telegram can
 * always be opened from a page inside Telegram.
 */
export function canOpen(wallet: CurrentWallet): boolean {
  if (wallet.provider === 'injected') return false;
  if (!('universalLink' in wallet) || !wallet.universalLink) return false;
  return isOpenedByLink(wallet) || (isTelegram() && isTelegramUrl(wallet.universalLink));
}

/**
 * Opens the connected wallet, which then shows the request. On a computer, the wallet's own scheme opens
 * its program; `plainly` uses the universal link instead. In a frame, the scheme needs a tab, which stays
 * empty if the program is missing. So the scheme is used there only if the wallet was connected with it.
 * Returns false if the browser blocked the link.
 */
export function openConnectedWallet(
  wallet: CurrentWallet,
  wish: ReturnWish,
  ids: RequestIds,
  plainly: boolean,
): boolean {
  const environment = currentEnvironment();
  const hasProgram = !isFramed() || openMethodOf(wallet) === 'custom-deeplink';
  const byScheme = !plainly && hasProgram && !isPhoneOs(environment.os);
  const link = requestLink(wallet, wish, ids, environment, byScheme);
  return link ? openWalletLink(link) : false;
}

/** Whether a sent request opens the wallet automatically: only if a link opened it to connect. */
export function opensByItself(
  wallet: CurrentWallet,
  { skipRedirectToWallet }: ResolvedConfiguration,
): boolean {
  if (!canOpen(wallet) || !isOpenedByLink(wallet)) return false;
  if (skipRedirectToWallet === 'ios') return currentEnvironment().os !== 'ios';
  return skipRedirectToWallet === 'never';
}

/** Ids of the session and the request in the wallet's link. Null or undefined if unknown. */
export type RequestIds = { sessionId: string | null; traceId: string | undefined };

/**
 * Returns the link that opens a connected wallet at its pending request. Null for a wallet without a link.
 * `byScheme` uses the wallet's own scheme if it has one.
 */
export function requestLink(
  wallet: CurrentWallet,
  wish: ReturnWish,
  { sessionId, traceId }: RequestIds,
  environment: Environment,
  byScheme: boolean,
): string | null {
  if (!('universalLink' in wallet) || !wallet.universalLink) return null;
  const own = byScheme && 'deepLink' in wallet ? wallet.deepLink : undefined;
  const base = own || wallet.universalLink;
  const inTelegram = isTelegramUrl(wallet.universalLink);
  const query = Object.entries({
    v: inTelegram && sessionId ? '2' : null,
    id: sessionId,
    trace_id: traceId,
    ret: returnTarget(wish, environment, inTelegram),
  }).flatMap(([key, value]) => (value ? `${key}=${encodeURIComponent(value)}` : []));
  return linkWith(base, query.join('&'));
}
