import * as sdk from '@tonconnect/sdk';
import { describe, expect, it } from 'vitest';
import * as own from '../controller/errors.js';
import { translateError } from './translate-error.js';

describe('translateError', () => {
  it.each([
    [sdk.UserRejectsError, own.UserRejectsError],
    [sdk.BadRequestError, own.BadRequestError],
    [sdk.UnknownAppError, own.UnknownAppError],
    [sdk.WalletAlreadyConnectedError, own.WalletAlreadyConnectedError],
    [sdk.WalletNotConnectedError, own.WalletNotConnectedError],
    [sdk.WalletNotInjectedError, own.WalletNotInjectedError],
  ])('knows the SDK’s %s by its sentence', (SdkClass, OwnClass) => {
    const original = new SdkClass('the wallet’s own words');
    const error = translateError(original);
    expect(error).toBeInstanceOf(OwnClass);
    expect(error.message).toBe('the wallet’s own words');
    expect(error.cause).toBe(original);
    expect(translateError(new SdkClass()).message).not.toMatch(/TON_CONNECT|^$/);
  });

  it('keeps what the SDK says of the reason', () => {
    const feature = {
      requiredFeature: { featureName: 'SendTransaction' as const, value: { minMessages: 9 } },
    };
    const lacking = translateError(
      new sdk.WalletNotSupportFeatureError('Only 4.', { cause: feature }),
    );
    expect(lacking).toBeInstanceOf(own.WalletNotSupportFeatureError);
    expect(lacking.cause).toBe(feature);
    const network = { expectedChainId: '-239', actualChainId: '-3' };
    const wrong = translateError(
      new sdk.WalletWrongNetworkError('Wallet connected to a wrong network', { cause: network }),
    );
    expect(wrong).toBeInstanceOf(own.WalletWrongNetworkError);
    expect(wrong.cause).toBe(network);
  });

  it('takes anything for an unknown error', () => {
    expect(translateError(new sdk.UnknownError('boom'))).toBeInstanceOf(own.UnknownError);
    expect(translateError('boom').message).toBe('boom');
    const ours = new own.TonConnectUIError('ours');
    expect(translateError(ours)).toBe(ours);
  });
});
