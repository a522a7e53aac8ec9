import { Base64, hexToByteArray, type KeyPair, SessionCrypto } from '@tonconnect/protocol';
import type { Chain, WalletVersion } from '../ton/account.ts';
import type { Manifest } from './manifest.ts';
import type { Played } from './played.ts';

/** The wallet's half of an encrypted channel to one app. */
export type Channel = {
  /** X25519 keys, hexadecimal. The public key is the wallet's client id. */
  keys: KeyPair;
  /** The app's client id. */
  peer: string;
  bridgeUrl: string;
};

/** The account for a connected app. It does not change when the wallet switches accounts. */
export type Granted = {
  version: WalletVersion;
  chain: Chain;
  /** Index of the account, from 0. */
  account: number;
  /** The wallet that is played for this app. Null for the dev wallet itself. */
  played: Played | null;
};

type Connected = Granted & {
  id: string;
  manifest: Manifest;
  /** Unix milliseconds. */
  since: number;
};

/** An app connected over a bridge. */
export type BridgeSession = Connected & {
  kind: 'bridge';
  channel: Channel;
  /** Id of the last sent event. The next must be greater. */
  lastEvent: number;
  /** Id of the last received request. A request with an id up to it is a duplicate. */
  lastRequest: number;
};

/** An app connected through the injected bridge of its page. */
export type InjectedSession = Connected & { kind: 'injected'; origin: string; lastEvent: number };

export type Session = BridgeSession | InjectedSession;

/** Makes a channel with new keys for an app. */
export function openChannel(peer: string, bridgeUrl: string): Channel {
  return { keys: new SessionCrypto().stringifyKeypair(), peer, bridgeUrl };
}

/** Encrypts text to the body of a bridge message: base64 of nonce and box. */
export function seal(channel: Channel, text: string): string {
  const crypto = new SessionCrypto(channel.keys);
  return Base64.encode(crypto.encrypt(text, hexToByteArray(channel.peer)));
}

/**
 * Decrypts the body of a bridge message. Returns null if the peer did not make it. Drops the
 * library's error on purpose: its text contains the secret key.
 */
export function unseal(channel: Channel, body: string): string | null {
  try {
    const crypto = new SessionCrypto(channel.keys);
    return crypto.decrypt(Base64.decode(body).toUint8Array(), hexToByteArray(channel.peer));
  } catch {
    return null;
  }
}

/**
 * Returns the next id of a wallet event. Ids grow across restarts too: the clock, or the last id
 * plus one.
 */
export function nextEventId(last: number, now: number): number {
  return Math.max(last + 1, now);
}
