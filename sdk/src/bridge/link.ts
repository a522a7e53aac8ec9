import type { SessionCrypto } from '../session/session-crypto.js';
import type { BridgeStream } from './bridge-stream.js';
import type { Peer } from './post-message.js';

/** A session with its wallet. */
export type Connected = {
  state: 'connected';
  sessionCrypto: SessionCrypto;
  walletPublicKey: string;
  streams: [BridgeStream];
  /** ID of the wallet's last event. Undefined if its events have no IDs. */
  lastEventId: number | undefined;
};

/**
 * State of the provider: `pending` waits for the approval of any wallet; `connected` accepts messages
 * of one wallet only.
 */
export type Link =
  | { state: 'idle'; streams: [] }
  | { state: 'pending'; sessionCrypto: SessionCrypto; streams: BridgeStream[] }
  | Connected;

export const IDLE: Link = { state: 'idle', streams: [] };

/** The wallet of a session, and the bridge on which it was last reached. */
export const peerOf = ({
  sessionCrypto,
  walletPublicKey,
  streams: [{ bridgeUrl }],
}: Connected): Peer => ({
  sessionCrypto,
  walletPublicKey,
  bridgeUrl,
});
