import type { ITonConnect } from '@tonconnect/sdk';

/** One stream of the SDK's to one bridge. */
export type Gateway = {
  readonly bridgeUrl?: unknown;
  readonly isClosed: boolean;
  readonly isConnecting: boolean;
  pause(): void;
  unPause(): Promise<void>;
};

type Maybe = Partial<Gateway> | null | undefined;

/**
 * The streams to the wallet, or to every bridge where one may answer; none while no wallet is asked
 * or connected over a bridge. All of it is private to the SDK (3.4.1, pinned); where it looks
 * otherwise there are none.
 */
export function gatewaysOf(connector: ITonConnect): Gateway[] {
  const { provider } = connector as {
    provider?: { gateway?: Maybe; pendingGateways?: Maybe[] } | null;
  };
  return [provider?.gateway].concat(provider?.pendingGateways).filter(isGateway);
}

const isGateway = (gateway: Maybe): gateway is Gateway =>
  typeof gateway?.isClosed === 'boolean' && !!gateway.pause && !!gateway.unPause;

/**
 * Closes what a connector has open: streams, and its listener at an extension, which `pauseConnection`
 * leaves there. The session stays stored. The latter is private to the SDK (3.4.1, pinned) as well.
 */
export function letGo(connector: ITonConnect): void {
  connector.pauseConnection();
  const { provider } = connector as { provider?: { type?: string; closeAllListeners?(): void } };
  if (provider?.type === 'injected') provider.closeAllListeners?.();
}
