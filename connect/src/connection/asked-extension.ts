import type { ITonConnect } from '@tonconnect/sdk';

/** What an extension answers to a connect request. */
type Answer = { event: string };

/** The SDK's side of an extension, as far as it is needed here. */
type ExtensionProvider = {
  type: 'injected';
  injectedWallet: { disconnect?(): unknown };
  listeners: ((answer: Answer) => void)[];
  closeConnection(): void;
  updateSession(): Promise<void>;
};

type SdkConnector = {
  provider?: { type?: string; closeConnection(): void } | null;
  walletEventsListener?(answer: Answer): void;
};

/** A request in an extension that has not been answered yet. */
export type AskedExtension = {
  /** Its approval comes too late from now on: another wallet is connected. */
  turnDown(): void;
  /** Nobody wants to hear of it any more. */
  dispose(): void;
};

/**
 * Goes on listening to the extension that `connector` has just asked. The request cannot be taken back, but
 * the SDK (3.4.1, pinned) hears its answer no more once it is given up for another way or the sheet is
 * closed: it only stores the session of a wallet that nobody has told the page of. All of it is private to the
 * SDK; null where it looks otherwise, and for a connector that is not the SDK's.
 *
 * @param onAnswer is told first what comes: whether it is an approval, and whether the SDK was asked for
 *   something else meanwhile. The answer counts when it returns true.
 */
export function listenToAsked(
  connector: ITonConnect,
  onAnswer: (answer: { approved: boolean; late: boolean }) => boolean,
): AskedExtension | null {
  const sdk = connector as SdkConnector;
  const provider = sdk.provider as ExtensionProvider | null | undefined;
  const { walletEventsListener } = sdk;
  if (provider?.type !== 'injected' || !walletEventsListener || !provider.updateSession)
    return null;
  const { closeConnection, updateSession } = provider;
  let isTurnedDown = false;
  let isOver = false;
  const letGo = (): void => {
    isOver = true;
    Object.assign(provider, { closeConnection, updateSession });
  };
  const hear = (answer: Answer): void => {
    if (isOver) return;
    letGo();
    const approved = answer.event === 'connect';
    const late = sdk.provider !== provider;
    provider.listeners = [(event) => walletEventsListener.call(sdk, event)];
    if (!isTurnedDown && onAnswer({ approved, late })) {
      if (late && approved) {
        sdk.provider?.closeConnection();
        sdk.provider = provider;
      }
      walletEventsListener.call(sdk, answer);
      return;
    }
    provider.listeners = [];
    if (!approved) return;
    // It believes to be connected.
    try {
      void provider.injectedWallet.disconnect?.();
    } catch {
      // An extension that cannot be told keeps what it believes.
    }
  };
  provider.listeners = [hear];
  // The SDK closes what it turns away from.
  provider.closeConnection = () => undefined;
  return {
    turnDown() {
      isTurnedDown = true;
      provider.updateSession = async () => undefined;
    },
    dispose: letGo,
  };
}
