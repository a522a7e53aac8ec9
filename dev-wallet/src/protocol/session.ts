import { Base64, hexToByteArray, type KeyPair, SessionCrypto } from '@tonconnect/protocol';
import type { Chain, WalletVersion } from '../ton/account.ts';
import type { Manifest } from './manifest.ts';
import type { Played } from './played.ts';

/** The wallet's half of an encrypted channel to one app. */
export type Channel = {
  /** X25519 keys as hex; the public one is the wallet's client id. */
  keys: KeyPair;
  /** The app's client id. */
  peer: string;
  bridgeUrl: string;
};

/** Which account an app was given. It stays, whatever the wallet shows afterwards. */
export type Granted = {
  version: WalletVersion;
  chain: Chain;
  /** Number of the account, from 0. */
  account: number;
  /** The wallet that is played for this app; null: the dev wallet itself. */
  played: Played | null;
};

type Connected = Granted & {
  id: string;
  manifest: Manifest;
  /** Unix milliseconds. */
  since: number;
};

/** An app that is connected over a bridge. */
export type BridgeSession = Connected & {
  kind: 'bridge';
  channel: Channel;
  /** Id of the last event sent; the next one must be greater. */
  lastEvent: number;
  /** Id of the last request seen; an id not above it is a duplicate. */
  lastRequest: number;
};

/** An app that is connected through the injected bridge of its page. */
export type InjectedSession = Connected & { kind: 'injected'; origin: string; lastEvent: number };

export type Session = BridgeSession | InjectedSession;

/** New keys for one app. */
export function openChannel(peer: string, bridgeUrl: string): Channel {
  return { keys: new SessionCrypto().stringifyKeypair(), peer, bridgeUrl };
}

/** Text → body of a bridge message: base64 of nonce and box. */
export function seal(channel: Channel, text: string): string {
  const crypto = new SessionCrypto(channel.keys);
  return Base64.encode(crypto.encrypt(text, hexToByteArray(channel.peer)));
}

/**
 * Body of a bridge message → text, or null when it was not made by the peer. The library's own
 * error is dropped on purpose: its text holds the secret key.
 */
export function unseal(channel: Channel, body: string): string | null {
  try {
    const crypto = new SessionCrypto(channel.keys);
    return crypto.decrypt(Base64.decode(body).toUint8Array(), hexToByteArray(channel.peer));
  } catch {
    return null;
  }
}

/** Ids of wallet events grow for ever, across restarts too: the clock, or one more than the last. */
export function nextEventId(last: number, now: number): number {
  return Math.max(last + 1, now);
}
