import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { encodeBase64 } from '../protocol/base64.js';
import { FakeEventSource } from '../testing/fake-event-source.js';
import { BRIDGE, clientOf, ScriptedApp, settle, TRANSACTION } from '../testing/scripted-app.js';
import { approval, ScriptedWallet } from '../testing/scripted-wallet.js';
import type { TonConnect } from './ton-connect.js';

let app: ScriptedApp;
let connector: TonConnect;
let warn: ReturnType<typeof vi.spyOn>;
const rejections: unknown[] = [];
const onRejection = (reason: unknown): void => void rejections.push(reason);

beforeEach(() => {
  vi.useFakeTimers();
  warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  process.on('unhandledRejection', onRejection);
  rejections.length = 0;
  app = new ScriptedApp();
  connector = app.open();
});

afterEach(() => {
  app.dispose();
  process.off('unhandledRejection', onRejection);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const send = async (data: string): Promise<void> => {
  FakeEventSource.last.send(data);
  await settle();
};

/** Text of the only warning. */
const warning = async (): Promise<string> => {
  await vi.advanceTimersByTimeAsync(1_100);
  expect(warn).toHaveBeenCalledOnce();
  return String(warn.mock.calls[0]?.[0]);
};

it('DropsWhatAConnectedWalletDidNotSend', async () => {
  const client = await app.connect(connector);
  const { wallet } = app;
  const stranger = new ScriptedWallet();
  const secret = 'do-not-show-this';
  const wrong: [reason: string, data: string][] = [
    ['not-json', secret],
    ['not-json', '{"from":1}'],
    ['not-base64', wallet.envelope(`*${secret}`)],
    ['not-decryptable', wallet.envelope(encodeBase64(secret.repeat(9)))],
    ['not-json', wallet.seal(client, secret)],
    ['unknown-sender', stranger.seal(client, { event: 'disconnect', id: 99, payload: {} })],
    ['unknown-sender', stranger.seal(client, { id: '0', result: secret })],
    ['unknown-sender', wallet.envelope('', 'short')],
    ['unknown-event', wallet.seal(client, { event: secret, id: 50, payload: {} })],
    ['unknown-event', wallet.seal(client, { event: 'connect', id: 51, payload: null })],
    ['unknown-event', wallet.seal(client, 'null')],
    ['unknown-request', wallet.seal(client, { id: '77', result: secret })],
    ['unknown-request', wallet.seal(client, { result: secret })],
    ['stale-event', wallet.seal(client, { event: 'disconnect', id: 1, payload: {} })],
    ['stale-event', wallet.seal(client, { ...approval(0) })],
  ];
  for (const [, data] of wrong) await send(data);
  expect(connector.connected).toBe(true);
  expect(app.statuses).toHaveLength(1);
  expect(app.errors).toEqual([]);
  const text = await warning();
  for (const reason of new Set(wrong.map(([name]) => name))) {
    const count = wrong.filter(([name]) => name === reason).length;
    expect(text).toContain(`${reason}: ${count}`);
  }
  expect(text).not.toContain(secret);
  expect(text).not.toContain(client);
  await send(secret);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(warn).toHaveBeenCalledOnce();
  expect(rejections).toEqual([]);
});

it('ConnectsAfterMessagesThatAreNoApproval', async () => {
  const client = clientOf(connector.connect([{ bridgeUrl: BRIDGE }]));
  await settle();
  FakeEventSource.last.open();
  const { wallet } = app;
  await send('nonsense');
  await send(wallet.envelope('nonsense'));
  await send(wallet.seal(client, { id: '0', result: 'x' }));
  await send(wallet.seal(client, { event: 'disconnect', id: 3, payload: {} }));
  await send(wallet.seal(client, { event: 'connect', id: 3, payload: { items: [] } }));
  expect(app.statuses).toEqual([]);
  await send(wallet.seal(client, approval(3)));
  expect(connector.wallet?.device.appName).toBe('scripted');
  expect(rejections).toEqual([]);
});

it('ReportsAnApprovalWithoutAddressAsAnError', async () => {
  const client = clientOf(connector.connect([{ bridgeUrl: BRIDGE }]));
  await settle();
  const { payload, ...event } = approval();
  const items = [{ name: 'ton_addr', error: { code: 0 } }];
  await send(app.wallet.seal(client, { ...event, payload: { ...Object(payload), items } }));
  expect(app.errors.map(({ message }) => message)).toEqual([
    '[TON_CONNECT_SDK_ERROR] UnknownError\nton_addr connection item was not found',
  ]);
  expect(connector.connected).toBe(false);
});

it('KeepsWaitingForAnAnswerAfterAForeignOne', async () => {
  const client = await app.connect(connector);
  const sent = connector.sendTransaction(TRANSACTION);
  await settle();
  await send(new ScriptedWallet().seal(client, { id: '0', result: 'foreign' }));
  await send(app.wallet.seal(client, { id: '0', result: 'te6cc' }));
  expect(await sent).toMatchObject({ boc: 'te6cc' });
});
