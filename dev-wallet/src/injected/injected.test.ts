import { afterEach, describe, expect, it } from 'vitest';
import type { WalletEvent } from '../protocol/answers.ts';
import { NOW, TestApp } from '../wallet/test-app.fixture.ts';
import { createInjectedBridge } from './injected.ts';

const origin = 'https://dapp.example.org';
const request = { manifestUrl: `${origin}/m.json`, items: [{ name: 'ton_addr' }] };
let app: TestApp;
afterEach(() => app.wallet.close());

function inject() {
  return createInjectedBridge(app.wallet, origin);
}

async function connected() {
  app = new TestApp();
  const injected = inject();
  const answer = injected.bridge.connect(2, request);
  await expect.poll(() => app.wallet.view().pending.length).toBe(1);
  await app.approve();
  return { ...injected, event: await answer };
}

describe('injected bridge', () => {
  it('connects, and restores the session on the next page load', async () => {
    const { event, dispose } = await connected();
    expect(event).toMatchObject({ event: 'connect', id: NOW });
    dispose();
    expect(await inject().bridge.restoreConnection()).toMatchObject({
      event: 'connect',
      id: NOW + 1,
    });
  });

  it('rejects an unsupported protocol version, and restoring an unknown app', async () => {
    app = new TestApp();
    const { bridge } = inject();
    expect(await bridge.connect(3, request)).toMatchObject({ payload: { code: 1 } });
    expect(await bridge.restoreConnection()).toMatchObject({ payload: { code: 100 } });
    expect(await bridge.send({ method: 'signData', id: '1', params: [] })).toMatchObject({
      error: { code: 100 },
    });
  });

  it('answers requests of the page', async () => {
    const { bridge } = await connected();
    const answer = bridge.send({
      method: 'signData',
      id: '0',
      params: ['{"type":"text","text":"x"}'],
    });
    await expect.poll(() => app.wallet.view().pending.length).toBe(1);
    await app.approve();
    expect(await answer).toMatchObject({ id: '0', result: { domain: 'dapp.example.org' } });
  });

  it("notifies the page of the wallet's disconnect, not of its own", async () => {
    const { bridge } = await connected();
    const events: WalletEvent[] = [];
    bridge.listen((event) => events.push(event));
    await app.wallet.disconnect(origin);
    expect(events).toEqual([{ event: 'disconnect', id: NOW + 1, payload: {} }]);

    const again = await connected();
    again.bridge.listen((event) => events.push(event));
    await again.bridge.disconnect();
    expect(events).toHaveLength(1);
  });

  it('drops open requests when the page unloads', async () => {
    app = new TestApp();
    const { bridge, dispose } = inject();
    void bridge.connect(2, request);
    await expect.poll(() => app.wallet.view().pending.length).toBe(1);
    dispose();
    expect(app.wallet.view().pending).toHaveLength(0);
  });
});
