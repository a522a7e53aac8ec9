import { decodeBase64, encodeBase64 } from '../protocol/base64.js';
import { parseHex } from '../protocol/hex.js';
import { SessionCrypto } from '../session/session-crypto.js';

type Message = Record<string, unknown>;

/** The wallet's side of a bridge session, for tests that write its messages themselves. */
export class ScriptedWallet {
  readonly crypto = new SessionCrypto();

  /** Data of the bridge event that carries `message` to the client `to`. Texts are sent as they are. */
  seal(to: string, message: Message | string): string {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    return this.envelope(encodeBase64(this.crypto.encrypt(text, parseHex(to))));
  }

  envelope(message: string, from = this.crypto.sessionId): string {
    return JSON.stringify({ from, message });
  }

  /** Decrypts the body of a POST from the client `from`. */
  open(from: string, body: string): Message {
    return JSON.parse(this.crypto.decrypt(decodeBase64(body), parseHex(from)));
  }
}

/** The approval of a wallet, with a valid address and no proof. */
export const approval = (id = 1): Message => ({
  event: 'connect',
  id,
  payload: {
    items: [
      {
        name: 'ton_addr',
        address: `0:${'11'.repeat(32)}`,
        network: '-239',
        walletStateInit: 'te6cckEBAQEAAgAAAEysuc0=',
        publicKey: '22'.repeat(32),
      },
    ],
    device: {
      platform: 'iphone',
      appName: 'scripted',
      appVersion: '1',
      maxProtocolVersion: 2,
      features: ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }],
    },
  },
});
