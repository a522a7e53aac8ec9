import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WalletNotInjectedError } from '../errors/index.js';
import { FakeEventSource } from '../testing/fake-event-source.js';
import { BRIDGE, clientOf, ScriptedApp, settle } from '../testing/scripted-app.js';
import { approval } from '../testing/scripted-wallet.js';
import { TestExtension } from '../testing/test-extension.js';
import { TestPage } from '../testing/test-page.js';
import type { ExtensionAnswer } from './extension-request.js';
import type { TonConnect } from './ton-connect.js';

const KEY = 'testExtension';

let app: ScriptedApp;
let extension: TestExtension;
let uninstall: () => void;
let connector: TonConnect;

beforeEach(() => {
  const page = new TestPage();
  uninstall = page.install();
  extension = new TestExtension();
  page.inject(KEY, extension);
  app = new ScriptedApp();
  connector = app.open();
});

afterEach(() => {
  app.dispose();
  uninstall();
});

const ask = (signal?: AbortSignal): void =>
  connector.connect({ jsBridgeKey: KEY }, {}, signal ? { signal } : {});

const connectOverBridge = async (client: string): Promise<void> => {
  FakeEventSource.last.open();
  FakeEventSource.last.send(app.wallet.seal(client, approval()));
  await settle();
};

describe('an approval of an extension', () => {
  it('Connects', async () => {
    ask();
    await extension.approve();
    expect(connector.wallet?.provider).toBe('injected');
    expect(app.stored).toEqual({ type: 'injected', jsBridgeKey: KEY, nextRpcRequestId: 0 });
  });

  it('ConnectsLateAndClosesTheWayThatWasChosenMeanwhile', async () => {
    ask();
    connector.connect([{ bridgeUrl: BRIDGE }]);
    await settle();
    await extension.approve();
    expect(connector.wallet?.provider).toBe('injected');
    expect(FakeEventSource.last.closed).toBe(true);
    expect(app.stored).toMatchObject({ type: 'injected' });
    expect(extension.disconnects).toBe(0);
    await connector.disconnect();
    expect(extension.disconnects).toBe(1);
  });

  it('ConnectsAfterTheRequestWasCancelled', async () => {
    const abort = new AbortController();
    ask(abort.signal);
    abort.abort();
    await extension.approve();
    expect(connector.connected).toBe(true);
  });

  it('IsAnsweredByDisconnectingIfAnotherWalletHasConnected', async () => {
    ask();
    const client = clientOf(connector.connect([{ bridgeUrl: BRIDGE }]));
    await settle();
    await connectOverBridge(client);
    const stored = app.storage.items.get('ton-connect-storage_bridge-connection');
    await extension.approve();
    expect(extension.disconnects).toBe(1);
    expect(connector.wallet?.provider).toBe('http');
    expect(app.storage.items.get('ton-connect-storage_bridge-connection')).toBe(stored);
  });

  it('IsIgnoredIfTheExtensionWasAskedAgain', async () => {
    ask();
    ask();
    await extension.approve();
    expect(connector.connected).toBe(false);
    expect(extension.disconnects).toBe(0);
    await extension.approve();
    expect(connector.connected).toBe(true);
    expect(app.statuses).toHaveLength(1);
  });

  it('IsAnsweredByDisconnectingAfterClose', async () => {
    ask();
    connector.close();
    await extension.approve();
    expect(extension.disconnects).toBe(1);
    expect(app.stored).toBeNull();
  });
});

describe('a refusal of an extension', () => {
  it('IsReported', async () => {
    ask();
    await extension.decline();
    expect(app.errors.map(({ name }) => name)).toEqual(['UserRejectsError']);
  });

  it('IsNotReportedLate', async () => {
    ask();
    connector.connect([{ bridgeUrl: BRIDGE }]);
    await extension.decline();
    expect(app.errors).toEqual([]);
  });
});

describe('onExtensionAnswer', () => {
  it('LetsTheAppDecide', async () => {
    const answers: ExtensionAnswer[] = [];
    ask();
    const request = connector.onExtensionAnswer((answer) => {
      answers.push(answer);
      return false;
    });
    expect(request?.jsBridgeKey).toBe(KEY);
    await extension.approve();
    expect(answers).toEqual([{ approved: true, late: false }]);
    expect(extension.disconnects).toBe(1);
    expect(connector.connected).toBe(false);
    expect(app.stored).toBeNull();
  });

  it('ReportsALateRefusalIfTheAppWantsIt', async () => {
    const answers: ExtensionAnswer[] = [];
    ask();
    connector.onExtensionAnswer((answer) => answers.push(answer) > 0);
    connector.connect([{ bridgeUrl: BRIDGE }]);
    await extension.decline();
    expect(answers).toEqual([{ approved: false, late: true }]);
    expect(app.errors).toHaveLength(1);
  });

  it('TurnsARequestDown', async () => {
    ask();
    const request = connector.onExtensionAnswer(() => true);
    request?.turnDown();
    await extension.approve();
    expect(extension.disconnects).toBe(1);
    expect(connector.connected).toBe(false);
  });

  it('DecidesByItselfAfterDispose', async () => {
    ask();
    const request = connector.onExtensionAnswer(() => false);
    request?.dispose();
    await extension.approve();
    expect(connector.connected).toBe(true);
  });

  it('IsNullForOtherRequests', () => {
    expect(connector.onExtensionAnswer(() => true)).toBeNull();
    connector.connect([{ bridgeUrl: BRIDGE }]);
    expect(connector.onExtensionAnswer(() => true)).toBeNull();
    expect(() => connector.connect({ jsBridgeKey: 'absent' })).toThrow(WalletNotInjectedError);
  });
});
