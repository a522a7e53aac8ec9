import { equal, oneTimeAuth } from '@stablelib/poly1305';
import { scalarMult, scalarMultBase } from '@stablelib/x25519';
import { hsalsa, streamXOR } from '@stablelib/xsalsa20';
import { parseHex, toHex } from '../protocol/hex.js';
import type { KeyPair } from '../types/index.js';

const KEY_BYTES = 32;
const NONCE_BYTES = 24;
const TAG_BYTES = 16;

const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

/**
 * X25519 key pair of one session and the NaCl box (X25519, XSalsa20, Poly1305) between it and a wallet.
 * The wire format is nonce (24 bytes), tag (16 bytes), ciphertext.
 */
export class SessionCrypto {
  /** Public key, 64 lower-case hex characters. It is the client ID on the bridge. */
  readonly sessionId: string;
  /** Functions, so that no logger or serializer writes keys out. */
  private readonly secretKey: () => Uint8Array;
  private readonly sharedWith: (publicKey: Uint8Array) => Uint8Array;

  /** Creates a random key pair unless `keyPair` (hex, 32 bytes each) is given. Throws on other keys. */
  constructor(keyPair?: KeyPair) {
    const secretKey = keyPair ? parseHex(keyPair.secretKey) : randomBytes(KEY_BYTES);
    const publicKey = keyPair ? parseHex(keyPair.publicKey) : scalarMultBase(secretKey);
    checkLength(publicKey);
    checkLength(secretKey);
    this.sessionId = toHex(publicKey);
    this.secretKey = () => secretKey;
    this.sharedWith = boxKeys(secretKey);
  }

  /**
   * Encrypts `message` (UTF-8) for the owner of `receiverPublicKey` (32 bytes).
   * Returns nonce and box. Throws if the key has another length.
   */
  encrypt(message: string, receiverPublicKey: Uint8Array): Uint8Array {
    const key = this.sharedWith(receiverPublicKey);
    const nonce = randomBytes(NONCE_BYTES);
    const text = new TextEncoder().encode(message);
    // The first 32 bytes of the key stream are the Poly1305 key.
    const stream = new Uint8Array(KEY_BYTES + text.length);
    stream.set(text, KEY_BYTES);
    streamXOR(key, nonce, stream, stream);
    const ciphertext = stream.subarray(KEY_BYTES);
    const sealed = new Uint8Array(NONCE_BYTES + TAG_BYTES + text.length);
    sealed.set(nonce);
    sealed.set(oneTimeAuth(stream.subarray(0, KEY_BYTES), ciphertext), NONCE_BYTES);
    sealed.set(ciphertext, NONCE_BYTES + TAG_BYTES);
    return sealed;
  }

  /**
   * Decrypts nonce and box from the owner of `senderPublicKey` (32 bytes).
   * Throws if the message was not encrypted for this session. The error text holds no keys.
   */
  decrypt(message: Uint8Array, senderPublicKey: Uint8Array): string {
    const key = this.sharedWith(senderPublicKey);
    const nonce = message.subarray(0, NONCE_BYTES);
    const tag = message.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const ciphertext = message.subarray(NONCE_BYTES + TAG_BYTES);
    if (tag.length === TAG_BYTES) {
      const stream = new Uint8Array(KEY_BYTES + ciphertext.length);
      stream.set(ciphertext, KEY_BYTES);
      streamXOR(key, nonce, stream, stream);
      if (equal(tag, oneTimeAuth(stream.subarray(0, KEY_BYTES), ciphertext))) {
        return new TextDecoder().decode(stream.subarray(KEY_BYTES));
      }
    }
    throw new Error('Decryption error: the message is not encrypted for this session');
  }

  /** The key pair in hex, as it is stored. The secret key must not leave the device. */
  stringifyKeypair(): KeyPair {
    return { publicKey: this.sessionId, secretKey: toHex(this.secretKey()) };
  }
}

/**
 * Returns a function that makes the box key for a peer. It keeps the last one: an X25519 multiplication
 * takes milliseconds on slow phones.
 */
function boxKeys(secretKey: Uint8Array): (publicKey: Uint8Array) => Uint8Array {
  let last: { peer: string; key: Uint8Array } | undefined;
  return (publicKey) => {
    checkLength(publicKey);
    const peer = toHex(publicKey);
    if (last?.peer !== peer) {
      const key = new Uint8Array(KEY_BYTES);
      hsalsa(scalarMult(secretKey, publicKey), new Uint8Array(16), key);
      last = { peer, key };
    }
    return last.key;
  };
}

function checkLength({ length }: Uint8Array): void {
  if (length !== KEY_BYTES) throw new Error(`key: ${length} bytes instead of ${KEY_BYTES}`);
}
