import { describe, expect, it } from 'vitest';
import { playedOf } from './played.ts';

const LIST = [
  {
    app_name: 'telegram-wallet',
    name: 'Wallet',
    universal_url: 'https://t.me/wallet?attach=wallet',
    features: [{ name: 'SendTransaction', maxMessages: 255, extraCurrencySupported: true }],
  },
  {
    app_name: 'keeper',
    name: 'Keeper',
    universal_url: 'https://app.keeper.example/ton-connect',
    deepLink: 'keeper-tc://',
    features: [
      { name: 'SendTransaction', maxMessages: 4 },
      { name: 'SignData', types: ['text', 'smoke'] },
    ],
  },
  {
    app_name: 'prichal-dev',
    name: 'Dev Wallet',
    universal_url: 'https://here.example/stand/wallet/',
  },
  'not an entry',
];
const nameOf = (link: string) => playedOf(LIST, link, 'prichal-dev')?.name ?? null;

describe('the wallet of a link', () => {
  it.each([
    ['https://app.keeper.example/ton-connect?v=2&id=1', 'Keeper'],
    ['keeper-tc://?v=2&id=1', 'Keeper'],
    ['https://t.me/wallet/start?startapp=tonconnect-v__2', 'Wallet'],
    ['https://t.me/wallet?attach=wallet&startattach=tonconnect-v__2', 'Wallet'],
    ['tg://resolve?domain=wallet&startattach=tonconnect-v__2', 'Wallet'],
    ['tc://?v=2', null],
    ['https://app.keeper.example/other?v=2', null],
    ['https://here.example/stand/wallet/?v=2', null],
    ['nonsense', null],
  ])('%s', (link, name) => {
    expect(nameOf(link)).toBe(name);
  });

  it('is null without a list', () => {
    expect(playedOf(null, 'keeper-tc://', 'prichal-dev')).toBeNull();
  });

  it('has the features of its list entry', () => {
    expect(playedOf(LIST, 'keeper-tc://', 'prichal-dev')).toEqual({
      appName: 'keeper',
      name: 'Keeper',
      maxMessages: 4,
      extraCurrency: false,
      signData: ['text'],
      signMessage: false,
    });
  });
});
