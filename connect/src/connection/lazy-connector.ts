import type { ITonConnect } from '@tonconnect/sdk';
import type { Core } from '../controller/core.js';
import { TonConnectError, TonConnectUIError } from '../controller/errors.js';

/**
 * `ui.connector`, as the peer has it, before the SDK is here: questions are answered from what is
 * known, requests load it first. Only `connect`, which answers at once, needs it loaded.
 */
export function lazyConnector(core: Core): ITonConnect {
  const { store, listeners, connection } = core;
  const known = {
    get connected() {
      return store.get().wallet !== null;
    },
    get account() {
      return store.get().wallet?.account ?? null;
    },
    get wallet() {
      return store.get().wallet;
    },
    onStatusChange: listeners.add,
    setConnectionNetwork: (network?: string) => setConnectionNetwork(core, network),
    pauseConnection: () => connection.current?.connector.pauseConnection(),
    connect(...args: unknown[]) {
      const connector = connection.current?.connector;
      if (connector) return Reflect.apply(connector.connect, connector, args);
      throw new TonConnectUIError(
        'connector.connect() answers at once, but the SDK is still loading. Await connector.getWallets() first.',
      );
    },
  };
  return new Proxy(known, {
    get(answers, name) {
      // A promise that resolves to it must not take it for another promise.
      if (name in answers || name === 'then') return Reflect.get(answers, name);
      return async (...args: unknown[]) => {
        const { connector } = await connection.load();
        return Reflect.apply(Reflect.get(connector, name), connector, args);
      };
    },
  }) as unknown as ITonConnect;
}

/** Remembered until there is a connector to tell. @throws TonConnectError with a wallet connected. */
export function setConnectionNetwork({ store, connection }: Core, network?: string): void {
  if (store.get().wallet) {
    throw new TonConnectError('Cannot change network while wallet is connected');
  }
  store.set({ network });
  connection.current?.connector.setConnectionNetwork(network);
}
