import type { ITonConnect } from '@tonconnect/sdk';
import type { Core } from '../controller/core.js';
import { TonConnectUIError } from '../controller/errors.js';

type Requests =
  | 'getWallets'
  | 'restoreConnection'
  | 'disconnect'
  | 'sendTransaction'
  | 'signData'
  | 'getSessionId'
  | 'unPauseConnection';
type Immediate = 'connect' | 'setConnectionNetwork' | 'pauseConnection';

/**
 * `ui.connector`, as the peer has it, before the SDK is here: questions are answered from what is
 * known, requests load it first. Only what answers at once needs it loaded.
 */
export function lazyConnector({ store, listeners, connection }: Core): ITonConnect {
  /** The method, called on the connector as soon as there is one. */
  const later = <M extends Requests>(method: M): ITonConnect[M] =>
    (async (...args: unknown[]) => {
      const { connector } = await connection.load();
      return Reflect.apply(connector[method], connector, args);
    }) as unknown as ITonConnect[M];
  /** The method of a connector that is here already. */
  const now = <M extends Immediate>(method: M): ITonConnect[M] => {
    const connector = connection.current?.connector;
    if (connector) return connector[method].bind(connector) as ITonConnect[M];
    throw new TonConnectUIError(
      `connector.${method}() answers at once, but the SDK is still loading. Await connector.getWallets() first.`,
    );
  };
  return {
    get connected() {
      return store.get().wallet !== null;
    },
    get account() {
      return store.get().wallet?.account ?? null;
    },
    get wallet() {
      return store.get().wallet;
    },
    get connect() {
      return now('connect');
    },
    get setConnectionNetwork() {
      return now('setConnectionNetwork');
    },
    get pauseConnection() {
      return now('pauseConnection');
    },
    // To the type checker no class of ours is the SDK's: that one has private members.
    onStatusChange: listeners.add as ITonConnect['onStatusChange'],
    getWallets: later('getWallets'),
    restoreConnection: later('restoreConnection'),
    disconnect: later('disconnect'),
    sendTransaction: later('sendTransaction'),
    signData: later('signData'),
    getSessionId: later('getSessionId'),
    unPauseConnection: later('unPauseConnection'),
  };
}
