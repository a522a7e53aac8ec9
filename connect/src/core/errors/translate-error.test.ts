import * as ours from '@prichal/sdk';
import * as official from '@tonconnect/sdk';
import { describe, expect, it } from 'vitest';
import { TonConnectError, TonConnectUIError } from './base-errors.js';
import { translateError } from './translate-error.js';
import * as own from './wallet-errors.js';

describe.each([
  ['@prichal/sdk', ours],
  ['@tonconnect/sdk', official as unknown as typeof ours],
])('translateError for errors of %s', (_, sdk) => {
  it.each([
    [sdk.UserRejectsError, own.UserRejectsError],
    [sdk.BadRequestError, own.BadRequestError],
    [sdk.UnknownAppError, own.UnknownAppError],
    [sdk.WalletAlreadyConnectedError, own.WalletAlreadyConnectedError],
    [sdk.WalletNotConnectedError, own.WalletNotConnectedError],
    [sdk.WalletNotInjectedError, own.WalletNotInjectedError],
  ])('recognizes the SDK’s %s by its sentence', (SdkClass, OwnClass) => {
    const original = new SdkClass('the wallet’s own words');
    const error = translateError(original);
    expect(error).toBeInstanceOf(OwnClass);
    expect(error.message).toBe(original.message);
    expect(error.message).toMatch(/^\[TON_CONNECT_SDK_ERROR\] .+\nthe wallet’s own words$/);
    expect(error.cause).toBe(original);
    expect(translateError(new SdkClass()).message).toBe(new SdkClass().message);
  });

  it.each([
    [
      sdk.WalletNotSupportFeatureError,
      own.WalletNotSupportFeatureError,
      { requiredFeature: { featureName: 'SendTransaction', value: { minMessages: 9 } } },
    ],
    [
      sdk.WalletWrongNetworkError,
      own.WalletWrongNetworkError,
      { expectedChainId: '-239', actualChainId: '-3' },
    ],
    [
      sdk.WalletMissingRequiredFeaturesError,
      own.WalletMissingRequiredFeaturesError,
      { connectEvent: { items: [], device: {} } },
    ],
  ])('keeps the original of %s, with its cause', (SdkClass, OwnClass, reason) => {
    const original = new SdkClass('Wallet connected to a wrong network', {
      cause: reason as never,
    });
    const error = translateError(original);
    expect(error).toBeInstanceOf(OwnClass);
    expect(error.cause).toBe(original);
    expect(error.cause).toMatchObject(reason);
    expect((error.cause as Error).cause).toBe(reason);
  });

  it.each([
    [sdk.FetchWalletsError, own.FetchWalletsError],
    [sdk.LocalstorageNotFoundError, own.LocalstorageNotFoundError],
    [sdk.WrongAddressError, own.WrongAddressError],
    [sdk.ParseHexError, own.ParseHexError],
  ])('recognizes %s', (SdkClass, OwnClass) => {
    expect(translateError(new SdkClass('x'))).toBeInstanceOf(OwnClass);
  });

  it('is an instance of the class of the original, and of ours', () => {
    const error = translateError(new sdk.UserRejectsError('no'));
    expect(error).toBeInstanceOf(sdk.UserRejectsError);
    expect(error).toBeInstanceOf(sdk.TonConnectError);
    expect(error).toBeInstanceOf(own.UserRejectsError);
    expect(error).toBeInstanceOf(TonConnectError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'UserRejectsError', code: 'USER_REJECTS' });
    expect(String(error)).toBe(`UserRejectsError: ${error.message}`);
    expect(translateError(error)).toBe(error);

    class HostError extends own.UserRejectsError {}
    for (const Other of [sdk.BadRequestError, own.BadRequestError, TonConnectUIError, HostError])
      expect(error).not.toBeInstanceOf(Other);
  });

  it('reads the SDK’s sentence, not the wallet’s text below it', () => {
    const original = new sdk.BadRequestError('User rejects: wrong network');
    expect(translateError(original)).toBeInstanceOf(own.BadRequestError);
  });

  it('does not treat a rejection by the SDK as a wallet’s error', async () => {
    const connector = new sdk.TonConnect({
      manifestUrl: 'https://app.example/m.json',
      storage: {
        getItem: async () => null,
        setItem: async () => undefined,
        removeItem: async () => undefined,
      },
    });
    const original = await connector
      .sendTransaction({ validUntil: 1, messages: [] })
      .catch((error: unknown) => error);
    const error = translateError(original);
    expect(error).not.toBeInstanceOf(own.UnknownError);
    expect(error).toMatchObject({ name: 'TonConnectError', code: 'INVALID_REQUEST' });
    expect(error.message).toBe((original as Error).message);
    expect(translateError(new sdk.TonConnectError('Bridge send failed')).code).toBe('TON_CONNECT');
  });

  it('treats any other error as unknown', () => {
    expect(translateError(new sdk.UnknownError('boom'))).toBeInstanceOf(own.UnknownError);
    expect(translateError(new sdk.UnknownError('boom')).code).toBe('UNKNOWN');
    expect(translateError('boom').message).toBe('[TON_CONNECT_SDK_ERROR] UnknownError\nboom');
    const ours = new TonConnectUIError('ours');
    expect(translateError(ours)).toBe(ours);
  });
});

it('keeps the class name after minification', () => {
  class Xt extends official.UserRejectsError {}
  const original = new Xt('no');
  expect(original.message).toContain('] Xt: ');
  expect(translateError(original).message).toBe(new official.UserRejectsError('no').message);
});

it('keeps the class of an error of another connector', () => {
  class LedgerError extends Error {}
  const original = new LedgerError('locked');
  const error = translateError(original);
  expect(error).toBeInstanceOf(LedgerError);
  expect(error).toBeInstanceOf(own.UnknownError);
  expect(error).toMatchObject({ name: 'UnknownError', code: 'UNKNOWN', cause: original });
});

it('recognizes no value that is not an error', () => {
  for (const value of [null, undefined, 'text', {}, new Error('text')])
    expect(value instanceof TonConnectError).toBe(false);
});
