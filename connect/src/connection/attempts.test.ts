import { UserRejectsError as SdkUserRejects, type WalletInfoInjectable } from '@tonconnect/sdk';
import { describe, expect, it } from 'vitest';
import { createCore } from '../controller/core.js';
import { remoteWallet, scriptedConnector } from '../testing/scripted-connector.js';
import { WALLET_CONNECT } from '../wallets/wallet-connect.js';
import { createAttempts } from './attempts.js';
import { SESSION_KEY } from './session.js';
import { translateError } from './translate-error.js';

function setUp() {
  const connector = scriptedConnector();
  const core = createCore({ connector });
  return { connector, core, attempts: createAttempts(core, connector) };
}

describe('attempts', () => {
  it('connects once for all who listen on the same bridges', () => {
    const { attempts, connector } = setUp();
    const link = attempts.overBridges(['https://a', 'https://b'], null);
    expect(attempts.overBridges(['https://b'], null)).toBe(link);
    expect(connector.connects).toHaveLength(1);
    expect(connector.connects[0]?.source).toEqual([
      { bridgeUrl: 'https://a' },
      { bridgeUrl: 'https://b' },
    ]);
  });

  it('connects anew for another bridge, and gives the first request up', () => {
    const { attempts, connector } = setUp();
    const link = attempts.overBridges(['https://a'], null);
    expect(attempts.overBridges(['https://c'], null)).not.toBe(link);
    expect(connector.connects.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it('remembers who was picked, with the request kept', () => {
    const { attempts, core } = setUp();
    attempts.overBridges(['https://a'], null);
    const wallet = remoteWallet('Alpha');
    attempts.overBridges(['https://a'], { wallet, openMethod: 'qrcode' });
    expect(core.store.get().attempt?.selected?.wallet).toBe(wallet);
  });

  it('asks under a new session after a refusal', () => {
    const { attempts, connector, core } = setUp();
    attempts.overBridges(['https://a'], null);
    attempts.fail(translateError(new SdkUserRejects()));
    expect(core.store.get().attempt?.failure?.kind).toBe('declined');
    attempts.overBridges(['https://a'], null);
    expect(connector.connects).toHaveLength(2);
    expect(core.store.get().attempt?.failure).toBeNull();
  });

  it('waits for tonProof, and asks again when it changes', () => {
    const { attempts, connector, core } = setUp();
    core.store.set({ connectRequest: { state: 'loading' } });
    expect(attempts.overBridges(['https://a'], null)).toBeNull();
    expect(connector.connects).toHaveLength(0);
    core.store.set({ connectRequest: { state: 'ready', value: { tonProof: 'p1' } } });
    attempts.overBridges(['https://a'], null);
    core.store.set({ connectRequest: { state: 'ready', value: { tonProof: 'p2' } } });
    attempts.overBridges(['https://a'], null);
    expect(connector.connects.map(({ tonProof }) => tonProof)).toEqual(['p1', 'p2']);
  });

  it('leaves no request for a reload to look for when it is cancelled', () => {
    const { attempts, connector, core } = setUp();
    attempts.overBridges(['https://a'], null);
    core.storage.set(SESSION_KEY, JSON.stringify({ type: 'http', createdAt: Date.now() }));
    attempts.cancel();
    expect(connector.connects[0]?.signal.aborted).toBe(true);
    expect(core.storage.get(SESSION_KEY)).toBeNull();
  });

  it('never aborts a request that has become a connection', () => {
    const { attempts, connector, core } = setUp();
    attempts.overBridges(['https://a'], null);
    attempts.settle();
    core.storage.set(SESSION_KEY, JSON.stringify({ type: 'http', connectEvent: {} }));
    attempts.cancel();
    expect(connector.connects[0]?.signal.aborted).toBe(false);
    expect(core.storage.get(SESSION_KEY)).not.toBeNull();
  });

  it('asks an extension by its key, and says when it is not there', () => {
    const { attempts, connector, core } = setUp();
    const wallet = {
      ...remoteWallet('Alpha'),
      jsBridgeKey: 'alpha',
      injected: true,
      embedded: false,
    };
    connector.connect = () => {
      throw new Error(
        'There is an attempt to connect to the injected wallet while it is not exists in the webpage.',
      );
    };
    attempts.inPage(wallet as WalletInfoInjectable);
    expect(core.store.get().attempt).toMatchObject({
      inPage: 'alpha',
      bridges: [],
      failure: { kind: 'not-injected' },
    });
  });

  it('says why WalletConnect could not be asked where the sheet still is', () => {
    const { attempts, connector, core } = setUp();
    core.store.set({ modal: { status: 'opened', closeReason: null } });
    connector.connect = () => {
      throw new Error('Wallet Connect is not initialized.');
    };
    attempts.inPage(WALLET_CONNECT);
    expect(core.store.get().attempt?.failure).toMatchObject({ kind: 'other' });
    expect(core.store.get().modal.status).toBe('opened');
  });

  it('asks an extension once, however often it is shown, and again when told to', () => {
    const { attempts, connector, core } = setUp();
    const wallet = { ...remoteWallet('Alpha'), jsBridgeKey: 'alpha', injected: true };
    const ask = (fresh?: boolean) => attempts.inPage(wallet as WalletInfoInjectable, fresh);
    ask();
    ask();
    expect(connector.connects).toHaveLength(1);
    ask(true);
    expect(connector.connects.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    attempts.fail(translateError(new SdkUserRejects()));
    ask();
    expect(connector.connects).toHaveLength(3);
    core.store.set({ connectRequest: { state: 'ready', value: { tonProof: 'p' } } });
    ask();
    expect(connector.connects.at(-1)?.tonProof).toBe('p');
  });
});
