import { describe, expect, it } from 'vitest';
import { nextEventId, openChannel, seal, unseal } from './session.ts';
import vectors from './session.vectors.json';

describe('session crypto', () => {
  const toWallet = vectors.filter(({ direction }) => direction === 'app to wallet');

  it.each(toWallet)('decrypts a message from an app: $plaintext', (vector) => {
    const channel = {
      keys: { publicKey: vector.wallet_client_id, secretKey: vector.wallet_secret_key_hex },
      peer: vector.app_client_id,
      bridgeUrl: '',
    };
    expect(unseal(channel, vector.post_body_b64)).toBe(vector.plaintext);
  });

  it('encrypts a message that only the other side can decrypt', () => {
    const wallet = openChannel('00'.repeat(32), 'https://bridge.example.org');
    const app = openChannel(wallet.keys.publicKey, 'https://bridge.example.org');
    const sealed = seal({ ...wallet, peer: app.keys.publicKey }, '{"привет":1}');
    expect(unseal(app, sealed)).toBe('{"привет":1}');
    expect(unseal(openChannel(wallet.keys.publicKey, ''), sealed)).toBeNull();
    expect(unseal(app, 'not base64!')).toBeNull();
  });
});

describe('nextEventId', () => {
  it('follows the clock and never decreases', () => {
    expect(nextEventId(5, 100)).toBe(100);
    expect(nextEventId(100, 100)).toBe(101);
    expect(nextEventId(500, 100)).toBe(501);
  });
});
