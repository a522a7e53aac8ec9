import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toUserFriendlyAddress } from '../protocol/address.js';
import type { ConnectionStorage } from '../session/connection-storage.js';
import {
  createWalletConnectProvider,
  initializeWalletConnect,
  isWalletConnectInitialized,
} from './load.js';
import type { WalletConnectSession } from './settings.js';

const RAW = `0:${'ab'.repeat(32)}`;
const OPTIONS = { traceId: 'trace' };
const PROOF = { name: 'ton_proof', payload: 'challenge' } as const;
const REQUEST = { manifestUrl: '', items: [{ name: 'ton_addr' } as const, PROOF] };
const SESSION: WalletConnectSession = {
  namespaces: {
    ton: {
      accounts: [`ton:-239:${toUserFriendlyAddress(RAW)}`],
      methods: ['ton_sendMessage', 'ton_signData'],
    },
  },
  sessionProperties: { ton_getPublicKey: 'key', ton_getStateInit: 'init' },
  authentication: [
    {
      p: { domain: 'app.example.org', iat: '2026-01-01T00:00:00Z', statement: 'challenge' },
      s: { s: 'AAAA' },
    },
  ],
};

const storage = { storeConnection: vi.fn(), removeConnection: vi.fn() };
const connector = {
  provider: { session: SESSION as WalletConnectSession | undefined, once: vi.fn() },
  connect: vi.fn(),
  disconnect: vi.fn(),
  request: vi.fn(),
};
const init = vi.fn(async () => connector);

const UniversalConnector = Object.assign(() => undefined, { init });

beforeEach(() => {
  connector.provider.session = SESSION;
  for (const mock of [...Object.values(storage), connector.disconnect]) {
    mock.mockReset().mockResolvedValue(undefined);
  }
  connector.provider.once.mockReset();
  connector.connect.mockReset().mockResolvedValue(undefined);
});
afterEach(() => vi.unstubAllGlobals());

const metadata = { name: '', description: '', url: 'https://app.example.org/x', icons: [] };

it('must be turned on once', () => {
  const open = () => createWalletConnectProvider(storage as never);
  expect(open).toThrow('Wallet Connect is not initialized.');
  expect(isWalletConnectInitialized()).toBe(false);
  const options = { projectId: 'p', metadata };
  const turnOn = (Class: unknown) => () => initializeWalletConnect(Class as never, options);
  expect(turnOn({ init })).toThrow('UniversalConnectorCls must be set');
  expect(turnOn(class {})).toThrow('UniversalConnectorCls must be set');
  turnOn(UniversalConnector)();
  expect(isWalletConnectInitialized()).toBe(true);
  expect(turnOn(UniversalConnector)).toThrow('already initialized');
});

describe('WalletConnect provider', () => {
  const open = () => {
    const provider = createWalletConnectProvider(storage as unknown as ConnectionStorage);
    const heard: object[] = [];
    provider.listen((event) => heard.push(event));
    return { provider, heard };
  };
  const connected = async () => {
    const opened = open();
    opened.provider.connect(REQUEST, OPTIONS);
    await expect.poll(() => opened.heard).toHaveLength(1);
    return opened;
  };

  it('connects', async () => {
    const { heard } = await connected();
    expect(init).toBeCalledWith({
      projectId: 'p',
      metadata,
      networks: [expect.objectContaining({ namespace: 'ton' })],
    });
    const asked = { domain: 'app.example.org', statement: 'challenge', uri: 'ton_proof' };
    expect(connector.connect).toBeCalledWith({ authentication: [expect.objectContaining(asked)] });
    expect(storage.storeConnection).toBeCalledWith({ type: 'wallet-connect' });
    const { items, device } = (heard[0] as { payload: { items: object[]; device: object } })
      .payload;
    expect(items).toEqual([
      {
        name: 'ton_addr',
        address: RAW,
        network: '-239',
        publicKey: 'key',
        walletStateInit: 'init',
      },
      {
        name: 'ton_proof',
        proof: {
          timestamp: 1767225600,
          domain: { lengthBytes: 15, value: 'app.example.org' },
          payload: 'challenge',
          signature: 'AAAA',
        },
      },
    ]);
    expect(device).toMatchObject({ appName: 'wallet_connect', platform: 'browser' });
  });

  it('reports that the user declined', async () => {
    connector.connect.mockRejectedValue(new Error('closed'));
    const { heard } = await connected();
    const payload = { code: 300, message: 'User declined the connection' };
    expect(heard).toEqual([{ event: 'connect_error', id: 0, payload, traceId: 'trace' }]);
  });

  it.each([
    [{ namespaces: {} }, 'No TON accounts connected'],
    [{ sessionProperties: {} }, 'ton_getPublicKey'],
    [{ sessionProperties: { ton_getPublicKey: 'key' } }, 'ton_getStateInit'],
  ])('rejects a session with %j', async (lacks, text) => {
    connector.provider.session = { ...SESSION, ...lacks };
    const { heard } = await connected();
    expect(heard[0]).toMatchObject({
      event: 'connect_error',
      payload: { code: 1, message: expect.stringContaining(text) },
    });
    expect(connector.disconnect).toBeCalled();
  });

  it('drops an approval after its end', async () => {
    let approve = (): void => undefined;
    connector.connect.mockReturnValue(
      new Promise<void>((resolve) => {
        approve = resolve;
      }),
    );
    const { provider, heard } = open();
    provider.connect(REQUEST, OPTIONS);
    await expect.poll(() => connector.connect).toBeCalled();
    provider.closeConnection();
    approve();
    await expect.poll(() => connector.disconnect).toBeCalledTimes(2);
    expect(heard).toEqual([]);
    expect(storage.storeConnection).not.toBeCalled();
  });

  it('restores a session without its proof', async () => {
    const { provider, heard } = open();
    await provider.restoreConnection(OPTIONS);
    expect((heard[0] as { payload: { items: object[] } }).payload.items).toHaveLength(1);
  });

  it('removes a stored connection without a session', async () => {
    connector.provider.session = undefined;
    const { provider, heard } = open();
    await provider.restoreConnection(OPTIONS);
    expect(heard).toEqual([]);
    expect(storage.removeConnection).toBeCalled();
  });

  it('ends when the wallet deletes the session', async () => {
    const { heard } = await connected();
    const [, onDelete] = connector.provider.once.mock.calls[0] ?? [];
    onDelete();
    expect(heard[1]).toMatchObject({ event: 'disconnect' });
    expect(storage.removeConnection).toBeCalled();
  });

  it('sends requests to the network of the account', async () => {
    const { provider } = await connected();
    connector.request.mockResolvedValue('boc');
    const onRequestSent = vi.fn();
    const params = [JSON.stringify({ network: '-3', messages: [] })];
    const answer = provider.sendRequest({ method: 'sendTransaction', params } as never, {
      ...OPTIONS,
      onRequestSent,
    });
    expect(await answer).toEqual({ id: '0', result: 'boc', traceId: 'trace' });
    expect(onRequestSent).toBeCalled();
    const request = { method: 'ton_sendMessage', params: { messages: [] } };
    expect(connector.request).toBeCalledWith(request, 'ton:-3');
  });

  it.each([
    [new Error('User Rejected'), 300],
    [{ msg: 'TonValidationError' }, 1],
    ['boom', 0],
  ])('maps the error %s to code %s', async (error, code) => {
    const { provider } = await connected();
    connector.request.mockRejectedValue(error);
    const request = { method: 'signData', params: ['{}'] } as never;
    expect(await provider.sendRequest(request, OPTIONS)).toMatchObject({ error: { code } });
  });

  it('ends the session', async () => {
    const { provider } = await connected();
    await provider.disconnect(OPTIONS);
    expect(storage.removeConnection).toBeCalled();
    await expect.poll(() => connector.disconnect).toBeCalled();
  });
});
