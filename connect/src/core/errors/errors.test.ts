import * as sdk from '@tonconnect/sdk';
import { describe, expect, it } from 'vitest';
import * as baseErrors from './base-errors.js';
import * as walletErrors from './wallet-errors.js';

const errors = { ...baseErrors, ...walletErrors };

describe('errors', () => {
  it.each(Object.entries(errors))(
    '%s names itself without help of the class name',
    (name, Class) => {
      const error = new Class('text', { cause: 'why' } as never);
      expect(error.name).toBe(name);
      expect(error.message.split('\n')).toEqual([
        expect.stringMatching(`^\\[TON_CONNECT_SDK_ERROR\\] ${name}(: |$)`),
        'text',
      ]);
      expect(error.cause).toBe('why');
      expect(error).toBeInstanceOf(errors.TonConnectError);
      expect(error).toBeInstanceOf(Error);
      expect(Object.getOwnPropertyDescriptor(Class.prototype, 'name')?.get?.toString()).toContain(
        name,
      );
    },
  );

  it.each(Object.entries(walletErrors))('%s has the message of the SDK’s class', (name, Class) => {
    const SdkClass = (sdk as unknown as Record<string, new (reason: string) => Error>)[name];
    // The SDK does not export these two.
    if (!SdkClass) return expect(name).toMatch(/^Manifest(Content|NotFound)Error$/);
    expect(new Class('why', {} as never).message).toBe(new SdkClass('why').message);
  });

  /** Apps compare these codes, so a changed code breaks apps. */
  it('have codes', () => {
    const codes = Object.values(errors).map((Class) => new Class('', {} as never).code);
    expect(codes).toMatchInlineSnapshot(`
      [
        "TON_CONNECT",
        "UI",
        "UI_REACT",
        "PROVIDER_NOT_SET",
        "USER_REJECTS",
        "BAD_REQUEST",
        "UNKNOWN_APP",
        "UNKNOWN",
        "MANIFEST_NOT_FOUND",
        "MANIFEST_CONTENT",
        "WALLET_ALREADY_CONNECTED",
        "WALLET_NOT_CONNECTED",
        "WALLET_NOT_INJECTED",
        "WALLET_NOT_SUPPORT_FEATURE",
        "WALLET_MISSING_REQUIRED_FEATURES",
        "WALLET_WRONG_NETWORK",
        "FETCH_WALLETS",
        "LOCALSTORAGE_NOT_FOUND",
        "WRONG_ADDRESS",
        "PARSE_HEX",
      ]
    `);
  });

  it('have a code for each case of a class', () => {
    const error = new errors.TonConnectUIError('Wallet was not connected', { code: 'NOT_NOW' });
    expect(error).toMatchObject({ name: 'TonConnectUIError', code: 'NOT_NOW' });
    expect('cause' in error).toBe(false);
  });

  it('chains the React errors under the UI errors', () => {
    const error = new errors.TonConnectProviderNotSetError();
    expect(error).toBeInstanceOf(errors.TonConnectUIReactError);
    expect(error).toBeInstanceOf(errors.TonConnectUIError);
    expect(error.message).toContain(
      'You should add <TonConnectUIProvider> on the top of the app to use TonConnect',
    );
  });
});
