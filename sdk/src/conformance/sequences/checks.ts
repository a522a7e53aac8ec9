import { SESSION_KEY } from '../../session/connection-storage.js';
import type { Stage } from './stage.js';
import { EXTENSION_KEY } from './world.js';

/** Checks the connected wallet, the listeners and the streams. Returns a problem, or null. */
export function checkLink({ page, model, world }: Stage): string | null {
  const { connector, statuses } = page;
  const { address, link } = model;
  const actual = connector.account?.address ?? null;
  if (actual !== address) return `${actual} is connected instead of ${address} (${link.state})`;
  if (connector.connected !== (address !== null)) return '"connected" differs from "account"';
  if ((statuses.at(-1) ?? null) !== address) return `the last status is ${statuses.at(-1)}`;
  let before: string | null = null;
  for (const status of statuses) {
    if (status === null && before === null) return 'a disconnection was reported twice';
    if (status !== null && before !== null && status !== before) return 'two wallets in a row';
    before = status;
  }
  if (page.errors !== model.errors) {
    return `${page.errors} connect errors were reported instead of ${model.errors}`;
  }
  const { streams } = world;
  if (streams.some(({ clientId }) => clientId !== model.streamsFor)) {
    return 'a stream of another session is open';
  }
  if (new Set(streams.map(({ bridge }) => bridge)).size !== streams.length) {
    return 'a bridge has two streams';
  }
  const bridge = link.state === 'connected' ? link.session.bridge : null;
  if (bridge && streams.some((stream) => stream.bridge !== bridge)) {
    return 'a stream to the bridge of another wallet is open';
  }
  return page.isPaused && streams.length > 0 ? 'a stream is open although it is paused' : null;
}

/**
 * Checks the output on the console: at most one message, and no keys. Returns a problem, or null.
 */
export function checkWarnings({ world: { warnings } }: Stage): string | null {
  const isFine =
    warnings.length < 2 && !warnings.some((text) => /[\da-f]{32}|\d+,\d+,\d+/.test(text));
  return isFine ? null : `the console shows ${JSON.stringify(warnings)}`;
}

/** Checks that each request has ended as it must. Returns a problem, or null. */
export function checkRequests({ page }: Stage): string | null {
  for (const request of page.requests) if (request.problem) return request.problem;
  return null;
}

/** Checks the stored connection. Returns a problem, or null. */
export function checkStored({ model, world, page }: Stage): string | null {
  const text = world.items.get(SESSION_KEY);
  const stored = text === undefined ? undefined : JSON.parse(text);
  const { link } = model;
  let expected: object | undefined;
  if (link.state === 'connected') {
    const { clientId, walletKey, bridge, lastEventId, nextRequestId, address } = link.session;
    expected = {
      type: 'http',
      session: [clientId, walletKey, bridge.url],
      lastWalletEventId: lastEventId,
      nextRpcRequestId: nextRequestId,
      address,
    };
  } else if (link.state === 'connected-extension') {
    const nextRpcRequestId = model.nextExtensionId;
    expected = { type: 'injected', jsBridgeKey: EXTENSION_KEY, nextRpcRequestId };
  } else if (link.state === 'asked') {
    expected = { type: 'http', pending: link.clientId };
  } else if (!stored || text === page.leftover || stored.sessionCrypto) return null;
  const is = summaryOf(stored);
  return JSON.stringify(is) === JSON.stringify(expected)
    ? null
    : `stored is ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`;
}

type Stored = {
  type: string;
  session?: { sessionKeyPair: { publicKey: string }; walletPublicKey: string; bridgeUrl: string };
  sessionCrypto?: { publicKey: string };
  lastWalletEventId?: number;
  nextRpcRequestId?: number;
  connectEvent?: { payload: { items: [{ address: string }] } };
};

/** A stored connection without its secrets. */
function summaryOf(stored: Stored | undefined): object | undefined {
  if (!stored?.session) {
    return stored?.sessionCrypto
      ? { type: stored.type, pending: stored.sessionCrypto.publicKey }
      : stored;
  }
  const { sessionKeyPair, walletPublicKey, bridgeUrl } = stored.session;
  return {
    type: stored.type,
    session: [sessionKeyPair.publicKey, walletPublicKey, bridgeUrl],
    lastWalletEventId: stored.lastWalletEventId,
    nextRpcRequestId: stored.nextRpcRequestId,
    address: stored.connectEvent?.payload.items[0].address,
  };
}

/** Checks the state after `close`. `stored` is the stored connection from before. */
export function checkClosed(stage: Stage, stored: string | undefined): string | null {
  const { world, farewellUntil } = stage;
  const { clock, extension, document, window } = world;
  if (world.streams.length > 0) return `close left ${world.streams.length} streams`;
  if (clock.pageTimers > 0 && clock.now >= farewellUntil) {
    return `close left ${clock.pageTimers} timers`;
  }
  const listeners = extension.listeners + document.listeners + window.listeners;
  if (listeners > 0) return `close left ${listeners} listeners`;
  return world.items.get(SESSION_KEY) === stored ? null : 'close changed the stored connection';
}
