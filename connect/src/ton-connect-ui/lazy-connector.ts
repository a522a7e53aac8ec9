import type { ITonConnect } from '@prichal/sdk';
import { TonConnectUIError } from '../errors/base-errors.js';
import type { Internals } from '../types/internals.js';

/** Members that are the same on a connector and on a TonConnectUI. */
const ALIKE = /^(connected|account|wallet|onStatusChange|setConnectionNetwork)$/;

/**
 * `ui.connector`, as the peer has it, before the SDK is here: questions are answered from what is
 * known, requests load it first. Only `connect`, which answers at once, needs it loaded.
 */
export const lazyConnector = (ui: object, { connection }: Internals): ITonConnect =>
  new Proxy(ui, {
    get(_, name) {
      if (ALIKE.test(String(name))) {
        const value: unknown = Reflect.get(ui, name);
        return typeof value === 'function' ? value.bind(ui) : value;
      }
      // A promise that resolves to this proxy must not take it for a promise.
      if (name === 'then') return;
      const call = (connector: ITonConnect, args: unknown[]): unknown =>
        Reflect.apply(Reflect.get(connector, name), connector, args);
      return (...args: unknown[]) => {
        if (connection.current) return call(connection.current.connector, args);
        if (name === 'connect') {
          throw new TonConnectUIError('Await connector.getWallets() before connector.connect().');
        }
        return connection.load().then(({ connector }) => call(connector, args));
      };
    },
  }) as unknown as ITonConnect;
