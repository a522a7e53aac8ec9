import type {
  EventDispatcher,
  IStorage,
  ITonConnect,
  SdkActionEvent,
  TonConnectOptions,
} from '@tonconnect/sdk';
import type { Internals } from '../types/internals.js';
import { defined } from '../types/objects.js';
import type { WalletEntry } from '../wallets/parse-list.js';

/** The SDK's connector: our storage, our list, nothing sent to anybody unless turned on. */
export function createConnector(
  { settings, store }: Internals,
  storage: IStorage,
  Connector: new (options: TonConnectOptions) => ITonConnect,
  eventDispatcher: EventDispatcher<SdkActionEvent>,
): ITonConnect {
  const { walletsRequiredFeatures, analytics } = store.get();
  const options = {
    manifestUrl: settings.manifestUrl,
    walletsListSource: settings.walletsListSource,
    walletsRequiredFeatures,
    storage,
    analytics,
    eventDispatcher,
    // `keepAlive` pauses and resumes the streams instead: the SDK's own listener can never be
    // removed.
    disableAutoPauseConnection: true,
  };
  return new Connector(defined(options));
}

/**
 * Gives the SDK the wallets list in place of its own download, which has no timeout and which it
 * awaits before it restores a session and before every request. The field is private to the SDK
 * (3.4.1, pinned); where it is missing the SDK downloads as always, so nothing breaks.
 */
export function giveWalletsList(connector: ITonConnect, list: PromiseLike<WalletEntry[]>): void {
  const { walletsList } = connector as { walletsList?: { walletsListDTOCache?: unknown } };
  if (walletsList && 'walletsListDTOCache' in walletsList) walletsList.walletsListDTOCache = list;
}
