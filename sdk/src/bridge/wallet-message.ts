import { decodeBase64 } from '../protocol/base64.js';
import { parseHex } from '../protocol/hex.js';
import type {
  ConnectEventSuccess,
  RpcMethod,
  WalletEvent,
  WalletResponse,
} from '../protocol/wire.js';
import type { SessionCrypto } from '../session/session-crypto.js';
import { log } from '../validation/problems.js';

/** The envelope of a message on a bridge. */
export type Envelope = { from: string; message: string; traceId: string | undefined };

/** A decrypted message of a wallet. Its shape has been checked, its meaning has not. */
export type WalletMessage =
  | { kind: 'event'; event: WalletEvent }
  | { kind: 'response'; id: string; response: WalletResponse<RpcMethod> };

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Reads the data of a bridge event. Returns a reason if it is not an envelope. */
export function readEnvelope(data: string): Envelope | DropReason {
  try {
    const { from, message, trace_id: traceId } = JSON.parse(data) as Fields;
    if (typeof from !== 'string' || typeof message !== 'string') return 'not-json';
    if (!/^[\da-f]{64}$/i.test(from)) return 'unknown-sender';
    return { from, message, traceId: typeof traceId === 'string' ? traceId : undefined };
  } catch {
    return 'not-json';
  }
}

/** Decrypts a message of `from`. Returns a reason if it is not a message of a wallet. */
export function readMessage(
  { from, message }: Envelope,
  sessionCrypto: SessionCrypto,
): WalletMessage | DropReason {
  let reason: DropReason = 'not-base64';
  try {
    const sealed = decodeBase64(message);
    reason = 'not-decryptable';
    const text = sessionCrypto.decrypt(sealed, parseHex(from));
    reason = 'not-json';
    return shapeOf(JSON.parse(text));
  } catch {
    return reason;
  }
}

function shapeOf(value: unknown): WalletMessage | DropReason {
  if (!isFields(value)) return 'unknown-event';
  const { event, id, payload } = value;
  if (event === undefined) {
    const isResponse =
      id !== undefined && id !== null && ('result' in value || isError(value.error));
    if (!isResponse) return 'unknown-request';
    return { kind: 'response', id: String(id), response: value as WalletResponse<RpcMethod> };
  }
  const isValid =
    event === 'disconnect' ||
    (event === 'connect_error' && isError(payload)) ||
    (event === 'connect' && isApproval(payload));
  return isValid ? { kind: 'event', event: value as unknown as WalletEvent } : 'unknown-event';
}

const isError = (value: unknown): boolean => isFields(value) && 'code' in value;

const isApproval = (payload: unknown): boolean =>
  isFields(payload) &&
  Array.isArray(payload.items) &&
  payload.items.every(isFields) &&
  isFields(payload.device) &&
  Array.isArray(payload.device.features);

/** The approval with the address as its only item, as it is stored. Null if it has no address. */
export function withAddressOnly(event: ConnectEventSuccess): ConnectEventSuccess | null {
  const { items } = event.payload;
  const address = items.find((item) => item.name === 'ton_addr');
  if (typeof address?.address !== 'string') return null;
  return { ...event, payload: { ...event.payload, items: [address] } };
}

/** Why a message from a bridge was dropped. */
export type DropReason =
  | 'not-json'
  | 'not-base64'
  | 'unknown-sender'
  | 'not-decryptable'
  | 'unknown-event'
  | 'unknown-request'
  | 'stale-event';

/** Delay before dropped messages are reported, in ms, so that the counts cover a burst. */
const REPORT_AFTER_MS = 1_000;

/** Counts dropped messages and reports the counts once, as a console warning without contents. */
export type DroppedMessages = {
  add(reason: DropReason): void;
  /** Drops a report that is due. */
  close(): void;
};

export function createDroppedMessages(): DroppedMessages {
  const counts = new Map<DropReason, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const report = (): void => {
    const list = [...counts].map(([reason, count]) => `${reason}: ${count}`).join(', ');
    log('warn', `[TON_CONNECT_SDK] dropped messages from a bridge (${list})`);
  };

  return {
    add(reason) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      timer ??= setTimeout(report, REPORT_AFTER_MS);
    },
    close: () => clearTimeout(timer),
  };
}
