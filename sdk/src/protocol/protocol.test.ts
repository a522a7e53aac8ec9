import * as official from '@tonconnect/sdk';
import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.js';
import * as enums from './enums.js';
import { parseHex, toHex } from './hex.js';
import {
  decodeTelegramUrlParameters,
  encodeTelegramUrlParameters,
  isConnectUrl,
  isTelegramUrl,
  makeUniversalLink,
} from './links.js';

const REQUEST = {
  manifestUrl: 'https://app.example.org/m.json',
  items: [
    { name: 'ton_addr' as const },
    { name: 'ton_proof' as const, payload: 'a b-c_d.e&f=g%*!' },
  ],
};
const IDS = { clientId: 'ab'.repeat(32), traceId: '0190-1' };
const PARAMETERS = { v: '2', id: IDS.clientId, trace_id: IDS.traceId, r: JSON.stringify(REQUEST) };

describe('enums', () => {
  it('equal those of the official SDK', () => {
    const { CHAIN, CONNECT_EVENT_ERROR_CODES, CONNECT_ITEM_ERROR_CODES } = official;
    const { SEND_TRANSACTION_ERROR_CODES, SIGN_DATA_ERROR_CODES } = official;
    expect({ ...enums }).toEqual({
      CHAIN,
      CONNECT_EVENT_ERROR_CODES,
      CONNECT_ITEM_ERROR_CODES,
      SEND_TRANSACTION_ERROR_CODES,
      SIGN_DATA_ERROR_CODES,
    });
  });
});

describe('base64', () => {
  it.each([
    ['', ''],
    ['a', 'YQ=='],
    ['ab', 'YWI='],
    ['abc', 'YWJj'],
    ['é€😀', 'w6nigqzwn5iA'],
  ])('encodes and decodes %j', (text, encoded) => {
    expect(encodeBase64(text)).toBe(encoded);
    expect(new TextDecoder().decode(decodeBase64(encodeBase64(text)))).toBe(text);
  });

  it('encodes a megabyte', () => {
    const bytes = new Uint8Array(1 << 20).fill(0xff);
    expect(decodeBase64(encodeBase64(bytes)).every((byte) => byte === 0xff)).toBe(true);
  });

  it.each(['a', 'abc', 'ab-_', 'ab==c', 'YWJj\n', 'é==='])('rejects %j', (text) => {
    expect(() => decodeBase64(text)).toThrow(TypeError);
  });
});

describe('hex', () => {
  it('formats and parses', () => {
    expect(toHex(Uint8Array.of(0, 9, 255))).toBe('0009ff');
    expect(parseHex('0009fF')).toEqual(Uint8Array.of(0, 9, 255));
    expect(parseHex('')).toEqual(new Uint8Array());
  });

  it('rejects other characters and odd lengths', () => {
    expect(() => parseHex('0g')).toThrow('Invalid hex character: 0g');
    expect(() => parseHex('+1')).toThrow('Invalid hex character: +1');
    expect(() => parseHex('012')).toThrow('length a multiple of 2: 012');
  });
});

describe('makeUniversalLink', () => {
  it.each([
    [undefined, 'tc://?v=2'],
    ['', 'tc://?v=2'],
    ['alpha-tc://', 'alpha-tc://?v=2'],
    ['https://a.example.org', 'https://a.example.org/?v=2'],
    ['https://a.example.org/c?x=1', 'https://a.example.org/c?x=1&v=2'],
    ['https://a.example.org/c?deeplink=okx://w', 'https://a.example.org/c?deeplink=okx://w&v=2'],
  ])('adds the request to %s', (base, start) => {
    const link = makeUniversalLink(base, REQUEST, IDS);
    expect(link.slice(0, start.length)).toBe(start);
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject(PARAMETERS);
    expect(link).not.toContain('+');
  });

  it('keeps a fragment last', () => {
    expect(makeUniversalLink('https://a.example.org/#app', REQUEST, IDS)).toMatch(/#app$/);
  });

  it.each(['https://t.me/wallet?attach=wallet', 'https://t.me/wallet/start'])(
    'writes the request into a start parameter of %s',
    (base) => {
      const link = new URL(makeUniversalLink(base, REQUEST, IDS));
      expect(link.origin + link.pathname).toBe('https://t.me/wallet/start');
      expect([...link.searchParams.keys()]).toEqual(['startapp']);
      const parameter = link.searchParams.get('startapp') ?? '';
      expect(parameter).toMatch(/^tonconnect-[A-Za-z0-9_-]+$/);
      const query = official.decodeTelegramUrlParameters(parameter.slice('tonconnect-'.length));
      expect(Object.fromEntries(new URLSearchParams(query))).toEqual(PARAMETERS);
    },
  );

  it('throws for a base that is no URL', () => {
    expect(() => makeUniversalLink('alpha', REQUEST, IDS)).toThrow(TypeError);
  });
});

describe('Telegram URLs', () => {
  it('encodes as the official SDK', () => {
    const query = `${new URLSearchParams(PARAMETERS)}&ret=back`;
    expect(encodeTelegramUrlParameters(query)).toBe(official.encodeTelegramUrlParameters(query));
    expect(decodeTelegramUrlParameters(encodeTelegramUrlParameters(query))).toBe(query);
  });

  it.each([
    ['https://t.me/wallet', true],
    ['tg://resolve?domain=wallet', true],
    ['https://t.me.example.org/wallet', false],
    ['javascript://t.me/%0aalert(1)', false],
    ['wallet', false],
    ['', false],
    [undefined, false],
  ])('isTelegramUrl(%j) is %s', (link, expected) => {
    expect(isTelegramUrl(link)).toBe(expected);
  });

  it('recognizes connect requests', () => {
    for (const base of [undefined, 'https://t.me/wallet/start']) {
      expect(isConnectUrl(makeUniversalLink(base, REQUEST, IDS))).toBe(true);
    }
    expect(isConnectUrl('https://a.example.org')).toBe(false);
    expect(isConnectUrl(undefined)).toBe(false);
  });
});
