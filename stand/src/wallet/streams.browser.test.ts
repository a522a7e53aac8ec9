import {
  memoryStore,
  newState,
  openChannel,
  runStreams,
  type Source,
} from '@prichal/dev-wallet/core';
import { MANIFEST } from '@prichal/dev-wallet/test-app';
import { expect, it } from 'vitest';
import { alone } from './locks';

/** Unique to this test, because pages of one browser share their locks. */
const BRIDGE = 'https://streams.example.org/bridge';

function connectedStore() {
  const store = memoryStore(newState('77'.repeat(32)));
  const channel = openChannel('ab'.repeat(32), BRIDGE);
  const shared = {
    version: 'v5r1',
    chain: '-239',
    account: 0,
    played: null,
    manifest: MANIFEST,
    since: 0,
  } as const;
  void store.change((state) => ({
    ...state,
    cursors: { [BRIDGE]: '41' },
    sessions: [{ ...shared, kind: 'bridge', id: 'one', channel, lastEvent: 0, lastRequest: -1 }],
  }));
  return store;
}

it('is read by one page; the next page continues from its cursor', async () => {
  const opened: string[] = [];
  const open = (url: string): Source => {
    opened.push(url);
    return { onopen: null, onmessage: null, onerror: null, close: () => undefined };
  };
  const start = () =>
    runStreams(
      connectedStore(),
      alone,
      () => undefined,
      () => undefined,
      open,
    );
  const first = start();
  await expect.poll(() => first.states()).toEqual({ [BRIDGE]: 'connecting' });
  const second = start();
  expect(second.states()).toEqual({ [BRIDGE]: 'elsewhere' });
  expect(opened).toHaveLength(1);

  first.close();
  await expect.poll(() => opened.length).toBe(2);
  expect(second.states()).toEqual({ [BRIDGE]: 'connecting' });
  expect(opened[1]).toContain('last_event_id=41');
  second.close();
});
