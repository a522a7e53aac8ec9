import { ADDRESS } from './scripted-connector.js';

/** A connect request, with the message that the wallet signs. */
type Asked = { statement: string | undefined; approve(): void; refuse(error: Error): void };

/** The session that WalletConnect itself keeps over a reload. */
const SESSION = {
  namespaces: {
    ton: { accounts: [`ton:-239:${ADDRESS}`], methods: ['ton_sendMessage', 'ton_signData'] },
  },
  sessionProperties: {
    ton_getPublicKey: '00'.repeat(32),
    ton_getStateInit: 'te6cckEBAQEAAgAAAEysuc0=',
  },
};

type Request = {
  method: string;
  chain: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
};

/**
 * The part of `UniversalConnector` of `@reown/appkit-universal-connector` that the SDK uses, without a relay
 * and a sheet. The test controls the wallet.
 */
export class UniversalConnector {
  static readonly asked: Asked[] = [];
  static readonly requests: Request[] = [];
  static disconnects = 0;

  static init(): Promise<UniversalConnector> {
    return Promise.resolve(new UniversalConnector());
  }

  static reset(): void {
    UniversalConnector.asked.length = 0;
    UniversalConnector.requests.length = 0;
    UniversalConnector.disconnects = 0;
  }

  readonly provider = { session: SESSION, once: () => undefined };

  connect({ authentication }: { authentication?: { statement: string }[] }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      UniversalConnector.asked.push({
        statement: authentication?.[0]?.statement,
        approve: () => resolve({ session: SESSION }),
        refuse: reject,
      });
    });
  }

  async disconnect(): Promise<void> {
    UniversalConnector.disconnects += 1;
  }

  request({ method }: { method: string }, chain: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      UniversalConnector.requests.push({ method, chain, resolve, reject });
    });
  }
}
