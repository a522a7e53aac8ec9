import '@tonconnect/isomorphic-eventsource';
import { DevWallet, type LocalBridge, startBridge } from '@prichal/dev-wallet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProviderEvent, RequestOptions } from '../connector/provider.js';
import { UUIDv7 } from '../protocol/uuid.js';
import { createConnectionStorage } from '../session/connection-storage.js';
import { memoryStorage } from '../testing/memory-storage.js';
import { createHttpProvider, type HttpProvider } from './http-provider.js';
import { createDroppedMessages, type DroppedMessages } from './wallet-message.js';

const APP = 'https://app.example.org';

let bridge: LocalBridge;
let wallet: DevWallet;
let storage: ReturnType<typeof memoryStorage>;
let dropped: DroppedMessages;
let events: ProviderEvent[];
const providers: HttpProvider[] = [];

beforeEach(async () => {
  bridge = await startBridge();
  wallet = new DevWallet({
    bridgeUrl: bridge.url,
    manifest: { url: APP, name: 'App', iconUrl: `${APP}/icon.png` },
  });
  storage = memoryStorage();
  dropped = createDroppedMessages();
  events = [];
});

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const provider of providers.splice(0)) provider.close();
  dropped.close();
  wallet.close();
  await bridge.stop();
});

function create(source?: { bridgeUrl: string }[]): HttpProvider {
  const connections = createConnectionStorage(storage);
  const provider = createHttpProvider(
    { storage: connections, dropped, onReach: () => undefined },
    source,
  );
  provider.listen((event) => events.push(event));
  providers.push(provider);
  return provider;
}

const options = (rest: Partial<RequestOptions> = {}): RequestOptions => ({
  traceId: UUIDv7(),
  ...rest,
});

async function connected(): Promise<HttpProvider> {
  const provider = create([{ bridgeUrl: bridge.url }]);
  const request = { manifestUrl: `${APP}/m.json`, items: [{ name: 'ton_addr' as const }] };
  await wallet.open(provider.connect(request, options()) ?? '');
  await expect.poll(() => events.map(({ event }) => event)).toEqual(['connect']);
  return provider;
}

const sign = (provider: HttpProvider, rest: Partial<RequestOptions> = {}) => {
  const params: [string] = [JSON.stringify({ type: 'text', text: 'hello' })];
  return provider.sendRequest<'signData'>({ method: 'signData', params }, options(rest));
};

/**
 * Holds back the answers of the bridge to `signData` POSTs. The message itself is delivered at once.
 * Returns a function that passes the answers on.
 */
function holdPostAnswers(): () => void {
  const send = fetch;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const response = await send(input, init);
    if (new URL(input).searchParams.get('topic') === 'signData') await released;
    return response;
  });
  return release;
}

describe('HttpProvider', () => {
  it('ConnectsSendsAndDisconnects', async () => {
    const provider = await connected();
    expect(await sign(provider)).toMatchObject({ id: '0', result: { domain: 'app.example.org' } });
    expect(await sign(provider)).toMatchObject({ id: '1' });
    await provider.disconnect(options());
    expect(storage.items.has('ton-connect-storage_bridge-connection')).toBe(false);
    const request = await wallet.nextRequest('disconnect');
    expect(request.method).toBe('disconnect');
    await expect.poll(() => wallet.apps).toEqual([]);
  });

  it('ReceivesAnAnswerThatArrivesBeforeItsPostIsAnswered', async () => {
    const provider = await connected();
    const release = holdPostAnswers();
    const onRequestSent = vi.fn();
    // Waits forever if the answer is dropped, or the POST is awaited.
    const answer = await sign(provider, { onRequestSent });
    expect(answer).toMatchObject({ result: { domain: 'app.example.org' } });
    expect(onRequestSent).toHaveBeenCalledOnce();
    release();
    await expect(sign(provider)).resolves.toMatchObject({ id: '1' });
    expect(onRequestSent).toHaveBeenCalledOnce();
  });

  it('AnswersParallelRequests', async () => {
    const provider = await connected();
    const answers = await Promise.all([sign(provider), sign(provider), sign(provider)]);
    expect(answers.map(({ id }) => id)).toEqual(['0', '1', '2']);
  });

  it('RejectsAtOnceWhenAborted', async () => {
    const provider = await connected();
    vi.stubGlobal('fetch', async () => new Response('', { status: 500 }));
    const sending = new AbortController();
    const failed = expect(sign(provider, { signal: sending.signal })).rejects.toThrow(
      'Aborted after attempts 1',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    sending.abort();
    await failed;
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const waiting = new AbortController();
    const refused = expect(sign(provider, { signal: waiting.signal })).rejects.toThrow(/aborted/i);
    await new Promise((resolve) => setTimeout(resolve, 50));
    waiting.abort();
    await refused;
  });

  it('ContinuesAStoredSessionAfterTheBridgeHasFailed', async () => {
    const first = await connected();
    first.close();
    events = [];
    const second = create();
    await second.restoreConnection(options());
    expect(events).toMatchObject([
      { event: 'connect', payload: { items: [{ name: 'ton_addr' }] } },
    ]);
    bridge.cut();
    await new Promise((resolve) => setTimeout(resolve, 100));
    bridge.mend();
    expect(await sign(second)).toMatchObject({ id: '0' });
  }, 15_000);

  it('RestoresAPendingRequest', async () => {
    const first = create([{ bridgeUrl: bridge.url }]);
    const request = { manifestUrl: `${APP}/m.json`, items: [{ name: 'ton_addr' as const }] };
    const link = first.connect(request, options());
    await expect.poll(() => storage.items.size).toBe(1);
    first.close();
    const second = create();
    await second.restoreConnection(options());
    await wallet.open(link ?? '');
    await expect.poll(() => events.map(({ event }) => event)).toEqual(['connect']);
  });

  it('ReportsThatTheWalletHasDisconnected', async () => {
    await connected();
    await wallet.disconnect();
    await expect.poll(() => events.at(-1)?.event).toBe('disconnect');
    expect(storage.items.has('ton-connect-storage_bridge-connection')).toBe(false);
  });

  it('MovesASessionToAnotherBridge', async () => {
    const provider = await connected();
    const other = await startBridge();
    try {
      await provider.moveTo(other.url, options());
      const stored = JSON.parse(
        storage.items.get('ton-connect-storage_bridge-connection') ?? 'null',
      );
      expect(stored.session.bridgeUrl).toBe(other.url);
      expect(provider.session?.walletId).toBe(stored.session.walletPublicKey);
    } finally {
      provider.close();
      await other.stop();
    }
  });
});
