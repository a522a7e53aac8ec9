import { describe, expect, it } from 'vitest';
import { decodeStartParam, encodeStartParam, parseLink } from './links.ts';

const id = 'ab'.repeat(32);
const request = '{"manifestUrl":"https://a-b_c.example.org/m.json","items":[{"name":"ton_addr"}]}';
const query = new URLSearchParams({
  v: '2',
  id,
  trace_id: 't-1',
  r: request,
  ret: 'back',
}).toString();
const connect = { kind: 'connect', clientId: id, request, ret: 'back', traceId: 't-1' };

describe('parseLink', () => {
  it.each([
    ['a deep link', `tc://?${query}`],
    ['a universal link', `https://wallet.example.org/connect?${query}`],
    ['a link to this wallet', `http://127.0.0.1:8080/stand/wallet/?${query}#top`],
    ['a Telegram link', `https://t.me/wallet/start?startapp=tonconnect-${encodeStartParam(query)}`],
    ['an upper-case id', `tc://?${query.replace(id, id.toUpperCase())}`],
  ])('parses %s', (_, link) => {
    expect(parseLink(` ${link} `)).toEqual(connect);
  });

  it('parses a link that only opens the wallet', () => {
    expect(parseLink(`tc://?ret=none`)).toEqual({ kind: 'open', ret: 'none' });
    expect(parseLink(`tc://?id=${id}`)).toEqual({ kind: 'open', ret: 'back' });
  });

  it.each([
    ['', 'Paste a link'],
    ['hello', '"hello" is not a link'],
    ['tc://', '"r" is missing'],
    [`tc://?${query.replace('v=2', 'v=3')}`, 'version 3'],
    [`tc://?${query.replace(id, 'xyz')}`, '64 hexadecimal'],
  ])('reports the problem with %j', (link, words) => {
    expect(parseLink(link)).toEqual({ kind: 'problem', message: expect.stringContaining(words) });
  });
});

describe('start parameters', () => {
  it('survive encoding and decoding', () => {
    expect(encodeStartParam('v=2&a=.-_')).toBe('v__2-a__--2E--2D--5F');
    expect(decodeStartParam(encodeStartParam(query))).toBe(query);
  });
});
