import { type Envelope, openStream, type Source, type StreamState } from '../bridge/bridge.ts';
import type { BridgeSession } from '../protocol/session.ts';
import type { Alone } from './locks.ts';
import type { Store } from './store.ts';

export type BridgeState = StreamState | 'elsewhere';

export type Streams = {
  /** State of each bridge's stream. `elsewhere`: another tab reads it. */
  states(): Record<string, BridgeState>;
  close(): void;
};

type Running = { ids: string; stop(): void };

/** The wallet's client ids, by bridge. */
function idsByBridge(store: Store): Map<string, string> {
  const found = new Map<string, string[]>();
  const bridged = store
    .get()
    .sessions.filter((each): each is BridgeSession => each.kind === 'bridge');
  for (const { channel } of bridged) {
    const ids = found.get(channel.bridgeUrl) ?? [];
    found.set(channel.bridgeUrl, [...ids, channel.keys.publicKey]);
  }
  return new Map([...found].map(([bridge, ids]) => [bridge, ids.sort().join(',')]));
}

/**
 * Runs one stream per bridge for all of its sessions, because a browser opens at most six
 * connections to a host. Only the tab that holds the lock reads it. When that tab closes, the next
 * one continues from the shared cursor.
 */
export function runStreams(
  store: Store,
  alone: Alone,
  onEnvelope: (bridgeUrl: string, envelope: Envelope, eventId: string) => void,
  changed: () => void,
  open?: (url: string) => Source,
): Streams {
  const running = new Map<string, Running>();
  let states: Record<string, BridgeState> = {};

  const note = (bridge: string, state: BridgeState | null) => {
    const { [bridge]: _, ...others } = states;
    states = state === null ? others : { ...others, [bridge]: state };
    changed();
  };

  const start = (bridgeUrl: string, ids: string): Running => {
    const quit = new AbortController();
    const read = () =>
      new Promise<void>((resolve) => {
        if (quit.signal.aborted) return resolve();
        const close = openStream({
          bridgeUrl,
          clientIds: ids.split(','),
          lastEventId: () => store.get().cursors[bridgeUrl] ?? null,
          onEnvelope: (envelope, eventId) => onEnvelope(bridgeUrl, envelope, eventId),
          onState: (state) => note(bridgeUrl, state),
          ...(open ? { open } : {}),
        });
        quit.signal.addEventListener('abort', () => {
          close();
          resolve();
        });
      });
    note(bridgeUrl, 'elsewhere');
    // Aborting the wait for the lock rejects. Nothing has to be undone.
    alone(`stream/${bridgeUrl}`, read, quit.signal).catch(() => undefined);
    return { ids, stop: () => quit.abort() };
  };

  const follow = () => {
    const bridges = idsByBridge(store);
    for (const [bridge, { ids, stop }] of running) {
      if (bridges.get(bridge) === ids) continue;
      stop();
      running.delete(bridge);
      note(bridge, null);
    }
    for (const [bridge, ids] of bridges)
      if (!running.has(bridge)) running.set(bridge, start(bridge, ids));
  };

  const unsubscribe = store.subscribe(follow);
  follow();
  return {
    states: () => states,
    close() {
      unsubscribe();
      for (const { stop } of running.values()) stop();
      running.clear();
    },
  };
}
