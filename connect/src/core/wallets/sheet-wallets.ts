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

/** A wallet with the data of its tile. */
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

/** Returns the sheet's wallets in their order. Null until the list is loaded. */
export function sheetWallets(inputs: ListInputs): SheetWallet[] | null {
  if (!inputs.listed) return null;
  const merged = mergeWallets(inputs.listed, inputs.includeWallets);
  const isPreferred = preferredTest(merged, inputs.preferredWallet);
  const required = requiredNow(inputs);
  const ordered = orderWallets(merged, inputs.preferredWallet);
  // WalletConnect comes last and is never 'Recent', because it is one entry for many wallets.
  if (inputs.walletConnect) ordered.push(WALLET_CONNECT);
  return ordered.map((wallet) => ({
    wallet,
    label: labelOf(wallet, isPreferred(wallet)),
    support: supportOf(wallet, required, inputs.walletsPreferredFeatures),
  }));
}

/** Returns the features that the app requires, and those of a request that the wallet did not support. */
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

/** Returns the label under a wallet's name: the first one that applies. Null if none. */
export function labelOf(wallet: WalletInfo, isPreferred: boolean): WalletLabel | null {
  if (isPreferred) return 'recent';
  if (isWalletInfoCurrentlyInjected(wallet)) return 'installed';
  return wallet.name === POPULAR_WALLET ? 'popular' : null;
}

export type FeatureSupport = 'full' | 'lacks-preferred' | 'lacks-required';

/** Returns whether a wallet has the required and preferred features. Without required ones it is unusable. */
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
 * Merges the app's wallets into the list. A wallet with a listed name replaces the listed one, others follow.
 * Names are unique and identify wallets, because two wallets may share an app name.
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

/** Adds a `tc://` link, which every wallet opens, to an included wallet without a universal link. */
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

/** Returns the list, followed by the unlisted wallets on this page. */
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
 * Orders the wallets: Wallet in Telegram; the last connected wallet (unless two or more match); those with an
 * installed extension; the rest in the list's order. Product specification, section 5.
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

/** Returns a test for the preferred wallet. If the stored name matches two or more, none passes. */
export function preferredTest(
  wallets: readonly WalletInfo[],
  preferred: string | null,
): (wallet: WalletInfo) => boolean {
  const [match, another] = wallets.filter((wallet) => isNamed(wallet, preferred ?? ''));
  return (wallet) => wallet === match && !another;
}

/** Removes case and accents: 'e' finds 'É', 'е' finds 'Ё'. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** Whether a wallet's name or app name contains the query. An empty query is in all. */
export const isFound = ({ name, appName }: WalletInfo, query: string): boolean =>
  `${plain(name)}\n${plain(appName)}`.includes(plain(query));
