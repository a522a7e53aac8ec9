import type { RequiredFeatures, WalletInfo } from '@prichal/sdk';
import { injectedBridges } from '../device/injected-wallets.js';
import { defined } from '../objects.js';
import type { UiState } from '../state.js';
import { injectedState, parseEntries, toWalletInfo, usableWallets } from './parse-list.js';
import {
  checkRequiredWalletFeatures,
  isNamed,
  isTelegramWallet,
  isWalletInfoCurrentlyInjected,
  type UIWallet,
} from './wallet-info.js';
import { WALLET_CONNECT } from './ways-to-wallet.js';

/** A wallet as a tile shows it. */
export type SheetWallet = {
  wallet: WalletInfo;
  label: WalletLabel | null;
  support: FeatureSupport;
};

export type ListInputs = Pick<
  UiState,
  | 'listed'
  | 'includeWallets'
  | 'preferredWallet'
  | 'walletsRequiredFeatures'
  | 'walletsPreferredFeatures'
  | 'modal'
  | 'walletConnect'
>;

/** The sheet's wallets in their order; null while the list has not arrived. */
export function sheetWallets(inputs: ListInputs): SheetWallet[] | null {
  if (!inputs.listed) return null;
  const merged = mergeWallets(inputs.listed, inputs.includeWallets);
  const isPreferred = preferredTest(merged, inputs.preferredWallet);
  const required = requiredNow(inputs);
  const ordered = orderWallets(merged, inputs.preferredWallet);
  // WalletConnect comes last and is never 'Recent': it may have been any of many wallets.
  if (inputs.walletConnect) ordered.push(WALLET_CONNECT);
  return ordered.map((wallet) => ({
    wallet,
    label: labelOf(wallet, isPreferred(wallet)),
    support: supportOf(wallet, required, inputs.walletsPreferredFeatures),
  }));
}

/** What the app asks of every wallet, and what the action needs that the last wallet could not do. */
function requiredNow({ walletsRequiredFeatures, modal }: ListInputs): RequiredFeatures | undefined {
  if (!('type' in modal)) return walletsRequiredFeatures;
  const { featureName, value } = modal.requiredFeature;
  const needed: object =
    featureName === 'SignData'
      ? { signData: { types: [], ...value } }
      : { sendTransaction: { ...value } };
  return { ...walletsRequiredFeatures, ...needed };
}

export type WalletLabel = 'recent' | 'installed' | 'popular';

const POPULAR_WALLET = 'Tonkeeper';

/** The line under a wallet's name: one at most, and in this order. */
export function labelOf(wallet: WalletInfo, isPreferred: boolean): WalletLabel | null {
  if (isPreferred) return 'recent';
  if (isWalletInfoCurrentlyInjected(wallet)) return 'installed';
  return wallet.name === POPULAR_WALLET ? 'popular' : null;
}

export type FeatureSupport = 'full' | 'lacks-preferred' | 'lacks-required';

/** What a listed wallet can do of what the app asks. Required features bar it, preferred do not. */
export function supportOf(
  wallet: WalletInfo,
  required: RequiredFeatures | undefined,
  preferred: RequiredFeatures | undefined,
): FeatureSupport {
  const features = wallet.features ?? [];
  if (!checkRequiredWalletFeatures(features, required)) return 'lacks-required';
  return checkRequiredWalletFeatures(features, preferred) ? 'full' : 'lacks-preferred';
}

/**
 * The list with the caller's wallets: one with a listed name takes its place, others follow. Each name
 * stands there once: it is what tells one wallet from another, since two may share an app name.
 */
export function mergeWallets(
  listed: readonly WalletInfo[],
  included: readonly UIWallet[],
): WalletInfo[] {
  const usable = usableWallets(included, 'includeWallets');
  const own = new Map(usable.map((wallet) => [wallet.name, fromUIWallet(wallet)]));
  const merged = listed.map((wallet) => {
    const replacement = own.get(wallet.name);
    own.delete(wallet.name);
    return replacement ? ({ ...wallet, ...replacement } as WalletInfo) : wallet;
  });
  const all = [...merged, ...own.values()].map(withLink);
  return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index);
}

/** Any wallet opens a `tc://` link: the universal link of an included wallet is optional. */
function withLink(wallet: WalletInfo): WalletInfo {
  if (!('bridgeUrl' in wallet)) return wallet;
  return { ...wallet, universalLink: wallet.universalLink ?? wallet.deepLink ?? 'tc://' };
}

function fromUIWallet(wallet: UIWallet): WalletInfo {
  const { jsBridgeKey } = wallet;
  return defined({
    ...wallet,
    ...(jsBridgeKey && injectedState(jsBridgeKey)),
  }) as unknown as WalletInfo;
}

/** The list, and behind it the wallets that are on this page without being listed. */
export function withUnlisted(listed: readonly WalletInfo[]): WalletInfo[] {
  const own = injectedBridges().map(([key, { walletInfo }]) => ({
    ...Object(walletInfo),
    bridge: [{ type: 'js', key }],
  }));
  const others = parseEntries(own)
    .map(toWalletInfo)
    .filter(({ appName }) => !listed.some((wallet) => wallet.appName === appName));
  return [...listed, ...others];
}

/**
 * Wallet in Telegram; then the wallet that was connected last (unless two or more match); then
 * those whose extension is here; then the rest, as listed. Product specification, section 5.
 */
export function orderWallets(
  wallets: readonly WalletInfo[],
  preferred: string | null,
): WalletInfo[] {
  const isPreferred = preferredTest(wallets, preferred);
  const rank = (wallet: WalletInfo): number => {
    if (isTelegramWallet(wallet)) return 0;
    if (isPreferred(wallet)) return 1;
    return isWalletInfoCurrentlyInjected(wallet) ? 2 : 3;
  };
  return [...wallets].sort((a, b) => rank(a) - rank(b));
}

/**
 * A test for the preferred wallet. No wallet passes it when the stored name matches two or more.
 */
export function preferredTest(
  wallets: readonly WalletInfo[],
  preferred: string | null,
): (wallet: WalletInfo) => boolean {
  const [match, another] = wallets.filter((wallet) => isNamed(wallet, preferred ?? ''));
  return (wallet) => wallet === match && !another;
}

/** Without case and accents: 'É' is found by 'e', 'Ё' by 'е'. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** Whether the query stands in a wallet's name or app name. An empty one stands in all. */
export const isFound = ({ name, appName }: WalletInfo, query: string): boolean =>
  `${plain(name)}\n${plain(appName)}`.includes(plain(query));
