import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import * as full from '@tonconnect/sdk';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
// Made with tweetnacl 1.0.3: what each side of a session sends over the bridge.
import vectors from './session.vectors.json';
import { slimNacl, slimSdk, slimTonConnect } from './slim-sdk';

const require = createRequire(import.meta.url);

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));
const base64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

interface Nacl {
  box: {
    (message: Uint8Array, nonce: Uint8Array, of: Uint8Array, mine: Uint8Array): Uint8Array;
    open(box: Uint8Array, nonce: Uint8Array, of: Uint8Array, mine: Uint8Array): Uint8Array | null;
    keyPair: { (): unknown; fromSecretKey(key: Uint8Array): { publicKey: Uint8Array } };
  };
}

describe('tweetnacl without signatures and hashes', () => {
  const code = slimNacl(readFileSync(require.resolve('tweetnacl/nacl-fast.js'), 'utf8'));
  const module = { exports: {} };
  new Function('module', 'self', code)(module, globalThis);
  const nacl = module.exports as Nacl;

  it.each(vectors)('boxes and opens as before: $plaintext', (vector) => {
    const nonce = hex(vector.nonce);
    const message = new TextEncoder().encode(vector.plaintext);
    const box = nacl.box(message, nonce, hex(vector.walletPublicKey), hex(vector.secretKey));
    expect(Buffer.concat([nonce, box]).toString('base64')).toBe(vector.body);

    const sent = base64(vector.body).subarray(nonce.length);
    const keys = [hex(vector.publicKey), hex(vector.walletSecretKey)] as const;
    expect(nacl.box.open(sent, nonce, ...keys)).toEqual(message);
    sent[0] = (sent[0] ?? 0) ^ 1;
    expect(nacl.box.open(sent, nonce, ...keys)).toBeNull();
  });

  it.each(vectors)('has the same public key for a secret one: $publicKey', (vector) => {
    const { publicKey } = nacl.box.keyPair.fromSecretKey(hex(vector.secretKey));
    expect(publicKey).toEqual(hex(vector.publicKey));
  });

  it('has nothing else', () => {
    expect(Object.keys(nacl).sort()).toEqual(['box', 'randomBytes', 'secretbox', 'setPRNG']);
  });
});

describe('the slim SDK', () => {
  let code = '';
  let sdk: typeof full;

  beforeAll(async () => {
    const result = await build({
      configFile: false,
      logLevel: 'error',
      define: { 'typeof require': '"undefined"' },
      plugins: [slimTonConnect()],
      build: {
        write: false,
        rolldownOptions: { input: '@tonconnect/sdk', preserveEntrySignatures: 'strict' },
      },
    });
    const [output] = Array.isArray(result) ? result : [result];
    if (!output || !('output' in output)) throw new Error('one build was expected');
    code = output.output[0].code;
    // tweetnacl looks for the browser's random numbers there.
    Object.assign(globalThis, { self: globalThis });
    sdk = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  });

  it('has every name of the whole one', () => {
    expect(Object.keys(sdk).sort()).toEqual(Object.keys(full).sort());
  });

  it('understands the whole one, and is understood by it', () => {
    const [slim, whole] = [new sdk.SessionCrypto(), new full.SessionCrypto()];
    const text = '{"method":"sendTransaction","params":["привет"]}';
    const read = (by: full.SessionCrypto, from: full.SessionCrypto): string =>
      by.decrypt(from.encrypt(text, hex(by.sessionId)), hex(from.sessionId));
    expect(read(slim, whole)).toBe(text);
    expect(read(whole, slim)).toBe(text);
  });

  it('carries no list, no analytics, no QA mode, and of WalletConnect its absence', () => {
    for (const part of ['app.tonkeeper.com', 'analytics.ton.org', 'QA Mode', 'ton_sendMessage']) {
      expect(code).not.toContain(part);
    }
  });

  const storage = {
    getItem: async () => null,
    setItem: async () => {},
    removeItem: async () => {},
  };
  const options = { manifestUrl: 'https://app.example/manifest.json', storage };
  const off = { ...options, analytics: { mode: 'off' } } as const;

  it('has no list of its own where none can be had', async () => {
    const manager = new sdk.WalletsListManager({ walletsListSource: 'data:,none' });
    await expect(manager.getWallets()).rejects.toThrow();
  });

  it.each([{ mode: 'telemetry' } as const, undefined])(
    'says that it has no analytics when they are asked for by %j',
    (analytics) => {
      expect(() => new sdk.TonConnect({ ...options, ...(analytics && { analytics }) })).toThrow(
        'This build has no analytics. Set analytics to { mode: "off" }',
      );
      expect(new sdk.TonConnect(off).connected).toBe(false);
    },
  );

  it('says that it has no QA mode', () => {
    expect(() => sdk.enableQaMode()).toThrow('This build has no QA mode');
    expect(sdk.isQaModeEnabled()).toBe(false);
  });

  it.each(['slim', 'whole'])(
    'refuses WalletConnect that nobody has set up: the %s one',
    (which) => {
      const { TonConnect } = which === 'slim' ? sdk : full;
      expect(() => new TonConnect(off).connect({ type: 'wallet-connect' })).toThrow(
        'Wallet Connect is not initialized.',
      );
    },
  );
});

describe('another version of a library', () => {
  it.each([
    ['the SDK', () => slimSdk('export class TonConnect {}'), 'FALLBACK_WALLETS_LIST'],
    ['tweetnacl', () => slimNacl('export const box = 1;'), 'tweetnacl'],
    ['tweetnacl', () => slimNacl('(function (nacl) { nacl.box = 1; })(self);'), 'nacl.sign'],
  ])('stops the build: %s', (_, slim, missing) => {
    expect(slim).toThrow(`${missing} is not where docs/decisions/0025-slim-sdk.md cuts it away`);
  });

  it('stops the build: one that is found elsewhere', async () => {
    const empty = build({
      configFile: false,
      logLevel: 'silent',
      plugins: [slimTonConnect()],
      build: {
        write: false,
        rolldownOptions: { input: resolve(import.meta.dirname, 'preload-helper.ts') },
      },
    });
    await expect(empty).rejects.toThrow('is not where');
  });
});
