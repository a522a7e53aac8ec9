import { type Feature, SessionCrypto } from '@prichal/sdk';
import { SESSION_KEY, WALLET_INFO_KEY } from '../core/storage.js';
import { RAW_ADDRESS, walletOf } from './scripted-connector.js';

type Session = {
  bridge?: string;
  app?: SessionCrypto;
  wallet?: SessionCrypto;
  /** Features of the wallet. None by default. */
  features?: Feature[];
};

/** Stores a session in the SDK's format (3.4.1), and the list's entry of its wallet in the widget's. */
export function storeSession({
  bridge = 'https://bridge.example',
  app = new SessionCrypto(),
  wallet = new SessionCrypto(),
  features = [],
}: Session = {}): void {
  const session = {
    sessionKeyPair: app.stringifyKeypair(),
    walletPublicKey: wallet.sessionId,
    bridgeUrl: bridge,
  };
  const items = [
    { name: 'ton_addr', address: RAW_ADDRESS, network: '-239', walletStateInit: '', publicKey: '' },
  ];
  const device = { ...walletOf('alpha').device, features };
  const connectEvent = { event: 'connect', id: 1, payload: { items, device } };
  const stored = { type: 'http', session, connectEvent, lastWalletEventId: 1, nextRpcRequestId: 0 };
  localStorage.setItem(SESSION_KEY, JSON.stringify(stored));
  localStorage.setItem(WALLET_INFO_KEY, '{"appName":"alpha","name":"Alpha"}');
}
