import { abilitiesOf, accountOf, readRequest, shownAddress } from '@prichal/dev-wallet/core';
import { describe, expect, it } from 'vitest';
import { answerOf } from './answers';
import { PRESETS } from './presets';

const account = accountOf('88'.repeat(32), 'v5r1', '-239');
const address = shownAddress(account.address, '-239');

describe('presets', () => {
  it.each(PRESETS)('$name is accepted by the dev wallet as intended', ({ name, method, make }) => {
    const params = [JSON.stringify(make(1_800_000_000, address))];
    const { kind } = readRequest(
      { id: '1', method, params },
      account,
      1_800_000_000,
      abilitiesOf('v5r1', null),
    );
    const asked = method === 'signData' ? 'sign-data' : 'transaction';
    expect(kind).toBe(name === 'Wrong network' ? 'refused' : asked);
  });
});

describe('answers', () => {
  it('show errors with their causes', () => {
    const error = new Error('not sent', { cause: new TypeError('why') });
    expect(answerOf(1, 0, 'signData', error)).toMatchObject({ ok: false });
    expect(JSON.parse(answerOf(1, 0, 'signData', error).json)).toEqual({
      name: 'Error',
      message: 'not sent',
      cause: { name: 'TypeError', message: 'why' },
    });
  });
});
