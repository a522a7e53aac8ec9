import * as official from '@tonconnect/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Feature, RequiredFeatures } from '../types/wallet-info.js';
import {
  checkRequiredWalletFeatures,
  checkSendTransactionSupport,
  checkSignDataSupport,
} from './features.js';

afterEach(() => vi.restoreAllMocks());

const send = (maxMessages: number, extraCurrencySupported?: boolean): Feature =>
  ({ name: 'SendTransaction', maxMessages, extraCurrencySupported }) as Feature;
const sign = (...types: ('text' | 'binary' | 'cell')[]): Feature => ({ name: 'SignData', types });

const FEATURES: Feature[][] = [
  [],
  ['SendTransaction'],
  [send(4)],
  ['SendTransaction', send(255, true), sign('text', 'binary', 'cell')],
  [sign('text')],
  [null as never, send(1)],
];

describe('checkRequiredWalletFeatures', () => {
  const required: (RequiredFeatures | undefined)[] = [
    undefined,
    {},
    { sendTransaction: {} },
    { sendTransaction: { minMessages: 4 } },
    { sendTransaction: { minMessages: 5, extraCurrencyRequired: true } },
    { signData: { types: [] } },
    { signData: { types: ['text'] } },
    { signData: { types: ['text', 'cell'] }, sendTransaction: { minMessages: 255 } },
  ];

  it.each(required)('agrees with the official SDK on %j', (needs) => {
    for (const features of FEATURES) {
      expect(checkRequiredWalletFeatures(features, needs)).toBe(
        official.checkRequiredWalletFeatures(features, needs),
      );
    }
  });

  it('treats absent features as none', () => {
    expect(checkRequiredWalletFeatures(undefined as never, { sendTransaction: {} })).toBe(false);
    expect(checkRequiredWalletFeatures(undefined as never)).toBe(true);
  });
});

describe('checkSendTransactionSupport', () => {
  const check = (features: Feature[], requiredMessagesNumber = 1, requireExtraCurrencies = false) =>
    checkSendTransactionSupport(features, { requiredMessagesNumber, requireExtraCurrencies });

  it('accepts what the wallet supports', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    check([send(4)], 4);
    check([send(4, true)], 4, true);
    expect(warn).not.toBeCalled();
    check(['SendTransaction'], 9);
    expect(warn.mock.calls[0]?.join(' ')).toContain("didn't provide information about max allowed");
  });

  it.each([
    [[sign('text')], 1, false, "Wallet doesn't support SendTransaction feature."],
    [[send(4)], 5, false, 'Max support messages number is 4, but 5 is required.'],
    [[send(4)], 1, true, 'Extra currencies support is required.'],
    [['SendTransaction'] as Feature[], 1, true, 'Extra currencies support is required.'],
  ])('rejects %j for %s messages', (features, messages, extra, text) => {
    const cause = {
      requiredFeature: {
        featureName: 'SendTransaction',
        value: { minMessages: messages, extraCurrencyRequired: extra },
      },
    };
    const rejected = expect(() => check(features, messages, extra));
    rejected.toThrow(expect.objectContaining({ name: 'WalletNotSupportFeatureError', cause }));
    rejected.toThrow(text);
  });
});

describe('checkSignDataSupport', () => {
  it('accepts and rejects kinds of data', () => {
    const requiredTypes = ['text', 'cell'] as const;
    const check = (features: Feature[]) => () =>
      checkSignDataSupport(features, { requiredTypes: [...requiredTypes] });
    expect(check([sign('cell', 'text')])).not.toThrow();
    expect(check([send(4)])).toThrow("Wallet doesn't support SignData feature.");
    expect(check([sign('text')])).toThrow("Wallet doesn't support required SignData types: cell.");
    expect(check([{ name: 'SignData' } as Feature])).toThrow('types: text, cell.');
  });
});
