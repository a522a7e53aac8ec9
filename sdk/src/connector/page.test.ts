import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../testing/fake-event-source.js';
import { BRIDGE, ScriptedApp, SESSION_KEY, settle } from '../testing/scripted-app.js';
import { TestPage } from '../testing/test-page.js';

let app: ScriptedApp;
let page: TestPage;
let uninstall: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = new TestPage();
  uninstall = page.install();
  app = new ScriptedApp();
});

afterEach(() => {
  app.dispose();
  uninstall();
  vi.useRealTimers();
});

const streams = (): number => FakeEventSource.all.length;

describe('streams of a page', () => {
  it('RestWhileItIsHiddenAndOpenAtOnceWhenItIsVisible', async () => {
    await app.connect(app.open());
    page.setHidden(true);
    expect(FakeEventSource.last.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(streams()).toBe(1);
    page.setHidden(false);
    await settle();
    expect(streams()).toBe(2);
  });

  it.each(['goOnline', 'show'] as const)('OpenAgainAtOnce %s', async (name) => {
    await app.connect(app.open());
    page[name]();
    await settle();
    expect(streams()).toBe(2);
    expect(FakeEventSource.all[0]?.closed).toBe(true);
    FakeEventSource.last.fail();
    page[name]();
    await settle();
    expect(streams()).toBe(3);
  });

  it('IgnoreThePageIfToldSo', async () => {
    await app.connect(app.open({ disableAutoPauseConnection: true }));
    page.setHidden(true);
    page.goOnline();
    await settle();
    expect(FakeEventSource.last.closed).toBe(false);
    expect(streams()).toBe(1);
  });

  it('StayPausedWhenARequestBeginsWhileItIsHidden', async () => {
    const connector = app.open();
    connector.connect([{ bridgeUrl: BRIDGE }]);
    page.setHidden(true);
    await settle();
    expect(FakeEventSource.all.every(({ closed }) => closed)).toBe(true);
    page.setHidden(false);
    await settle();
    expect(FakeEventSource.last.closed).toBe(false);
  });
});

describe('onUnreachedBridges', () => {
  it('NamesBridgesThatHaveNotBeenOpenForEightSeconds', async () => {
    const connector = app.open();
    const reports: (readonly string[])[] = [];
    const stop = connector.onUnreachedBridges((bridges) => reports.push(bridges));
    const other = 'https://other.example.org/bridge';
    connector.connect([{ bridgeUrl: BRIDGE }, { bridgeUrl: other }]);
    await settle();
    FakeEventSource.all.find(({ url }) => url.startsWith(BRIDGE))?.open();
    await vi.advanceTimersByTimeAsync(7_900);
    expect(reports).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(reports).toEqual([[other]]);
    await vi.advanceTimersByTimeAsync(10_000);
    FakeEventSource.last.open();
    expect(reports).toEqual([[other], []]);
    connector.connect([{ bridgeUrl: other }]);
    await settle();
    await vi.advanceTimersByTimeAsync(8_100);
    expect(reports.at(-1)).toEqual([other]);
    const abort = new AbortController();
    connector.connect([{ bridgeUrl: BRIDGE }], undefined, { signal: abort.signal });
    expect(reports.at(-1)).toEqual([]);
    stop();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(reports).toHaveLength(4);
  });
});

describe('close', () => {
  it('EndsStreamsTimersAndListenersAndKeepsTheSession', async () => {
    const connector = app.open();
    await app.connect(connector);
    const removed = [page.window, page.document].map((target) =>
      vi.spyOn(target, 'removeEventListener'),
    );
    const before = app.storage.items.get(SESSION_KEY);
    const posts = app.posts.length;
    connector.close();
    expect(FakeEventSource.last.closed).toBe(true);
    const types = removed.flatMap(({ mock }) => mock.calls.map(([type]) => type));
    expect(types).toEqual(expect.arrayContaining(['visibilitychange', 'pageshow', 'online']));
    page.setHidden(true);
    page.setHidden(false);
    page.goOnline();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(streams()).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(app.posts).toHaveLength(posts);
    expect(app.storage.items.get(SESSION_KEY)).toBe(before);
    expect(app.statuses).toHaveLength(1);
    expect(connector.connected).toBe(false);
    const next = app.open();
    const restored = next.restoreConnection();
    await settle();
    FakeEventSource.last.open();
    await restored;
    expect(next.connected).toBe(true);
  });

  it('EndsARequestThatIsUnderWay', async () => {
    const connector = app.open();
    connector.connect([{ bridgeUrl: BRIDGE }]);
    await settle();
    connector.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeEventSource.all.every(({ closed }) => closed)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
