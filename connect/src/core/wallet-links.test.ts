import {
  decodeTelegramUrlParameters as sdkDecode,
  encodeTelegramUrlParameters as sdkEncode,
  type WalletInfoRemote,
} from '@tonconnect/sdk';
import { describe, expect, it } from 'vitest';
import { remoteWallet } from '../testing/scripted-connector.js';
import { anyWalletLink, deepLink, universalLink } from './links.js';
import {
  decodeTelegramUrlParameters,
  encodeTelegramUrlParameters,
  isConnectUrl,
  isTelegramUrl,
} from './telegram-url.js';

const REQUEST =
  '{"manifestUrl":"https://a.example/m.json","items":[{"name":"ton_addr"},{"name":"ton_proof","payload":"a b-c_d.e&f=g%"}]}';
const QUERY = new URLSearchParams({ v: '2', id: 'ab'.repeat(32), trace_id: '0-1', r: REQUEST });
const TC = `tc://?${QUERY}`;

const wallet = (universal: string, deep?: string): WalletInfoRemote => ({
  ...(remoteWallet('Alpha') as WalletInfoRemote),
  universalLink: universal,
  ...(deep ? { deepLink: deep } : {}),
});
const read = (link: string): Record<string, string> =>
  Object.fromEntries(new URL(link).searchParams);

describe('links', () => {
  it('contains the request, a space as %20, and the return address', () => {
    const link = anyWalletLink(TC, 'none');
    expect(link).toMatch(/^tc:\/\/\?v=2&id=(ab){32}&/);
    expect(link).not.toContain('+');
    expect(read(link)).toEqual({
      v: '2',
      id: 'ab'.repeat(32),
      trace_id: '0-1',
      r: REQUEST,
      ret: 'none',
    });
  });

  it.each([
    ['https://a.example/connect', 'https://a.example/connect?v=2'],
    ['https://a.example/c?x=1', 'https://a.example/c?x=1&v=2'],
    ['https://a.example/c?', 'https://a.example/c?v=2'],
    [
      'https://a.example/c?deeplink=okx://web3/wallet',
      'https://a.example/c?deeplink=okx://web3/wallet&v=2',
    ],
  ])('appends the request to %s unchanged', (base, start) => {
    const link = universalLink(wallet(base), TC, 'https://back.example/?a=1&b=2');
    expect(link.startsWith(start)).toBe(true);
    expect(read(link)).toMatchObject({ r: REQUEST, ret: 'https://back.example/?a=1&b=2' });
  });

  it('keeps a fragment after the query', () => {
    expect(universalLink(wallet('https://a.example/#app'), TC, 'back')).toMatch(/ret=back#app$/);
  });

  it.each([
    ['https://t.me/wallet?attach=wallet', 'https://t.me/wallet/start'],
    ['https://t.me/wallet/start', 'https://t.me/wallet/start'],
  ])('encodes the request for %s as a start parameter that Telegram accepts', (base, address) => {
    const link = new URL(universalLink(wallet(base), TC, 'back'));
    expect(link.origin + link.pathname).toBe(address);
    expect([...link.searchParams.keys()]).toEqual(['startapp']);
    const parameter = link.searchParams.get('startapp') ?? '';
    expect(parameter).toMatch(/^tonconnect-[A-Za-z0-9_-]+$/);
    const query = decodeTelegramUrlParameters(parameter.slice('tonconnect-'.length));
    expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
      r: REQUEST,
      ret: 'back',
    });
  });

  it('encodes as the SDK does, which wallets decode', () => {
    const query = `${QUERY}&ret=back`;
    expect(encodeTelegramUrlParameters(query)).toBe(sdkEncode(query));
    expect(sdkDecode(encodeTelegramUrlParameters(query))).toBe(query);
  });

  it('recognizes Telegram’s links, and connect links', () => {
    for (const link of ['https://t.me/wallet', 'tg://resolve?domain=wallet']) {
      expect(isTelegramUrl(link)).toBe(true);
    }
    for (const link of [undefined, '', 'https://t.me.example', 'https://a.example', 'no link']) {
      expect(isTelegramUrl(link)).toBe(false);
    }
    const connect = `v=2&r=${encodeURIComponent('{"items":[{"name":"ton_addr"}]}')}`;
    expect(isConnectUrl(`tc://?${connect}`)).toBe(true);
    expect(isConnectUrl(`https://t.me/w/start?startapp=${sdkEncode(connect)}`)).toBe(true);
    expect(isConnectUrl('https://a.example')).toBe(false);
    expect(isConnectUrl(undefined)).toBe(false);
  });

  it('has a deep link for a wallet with a scheme', () => {
    expect(deepLink(wallet('https://a.example', 'alpha-tc://'), TC, 'none')).toMatch(
      /^alpha-tc:\/\/\?v=2&/,
    );
    expect(deepLink(wallet('https://a.example'), TC, 'none')).toBeNull();
  });
});
