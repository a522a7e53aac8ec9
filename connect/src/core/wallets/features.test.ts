import { type Feature, checkRequiredWalletFeatures as sdkCheck } from '@tonconnect/sdk';
import { describe, expect, it } from 'vitest';
import { remoteWallet } from '../../testing/scripted-connector.js';
import { supportOf } from './sheet-wallets.js';
import { checkRequiredWalletFeatures } from './wallet-info.js';

const OLD: Feature[] = ['SendTransaction'];
const FOUR: Feature[] = ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }];
const FULL: Feature[] = [
  { name: 'SendTransaction', maxMessages: 255, extraCurrencySupported: true },
  { name: 'SignData', types: ['text', 'binary', 'cell'] },
];

describe('checkRequiredWalletFeatures', () => {
  const required = [
    undefined,
    {},
    { sendTransaction: {} },
    { sendTransaction: { minMessages: 5 } },
    { sendTransaction: { extraCurrencyRequired: true } },
    { signData: { types: ['text' as const, 'cell' as const] } },
  ];
  it.each(required)('agrees with the SDK about %j', (wish) => {
    for (const features of [[], OLD, FOUR, FULL]) {
      expect(checkRequiredWalletFeatures(features, wish)).toBe(sdkCheck(features, wish));
    }
  });
});

describe('supportOf', () => {
  it('excludes by required features, and marks by preferred ones', () => {
    const wallet = remoteWallet('Alpha', { features: FOUR });
    const signing = { signData: { types: ['text' as const] } };
    expect(supportOf(wallet, undefined, undefined)).toBe('full');
    expect(supportOf(wallet, undefined, signing)).toBe('lacks-preferred');
    expect(supportOf(wallet, signing, undefined)).toBe('lacks-required');
  });
});
