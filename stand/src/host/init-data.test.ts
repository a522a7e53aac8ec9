import { describe, expect, it } from 'vitest';
import { initDataHash, initDataSignature, signInitData, TEST_BOT_TOKEN } from './init-data';
import vectors from './init-data.vectors.json';

/** Returns the decoded fields of init data, without the computed ones. */
function fieldsOf(initData: string, without: string[]): [string, string][] {
  return [...new URLSearchParams(initData)].filter(([name]) => !without.includes(name));
}

describe('init data', () => {
  it.each(vectors.hmac)('has the hash of $id', async ({ initData, botToken, hash }) => {
    expect(await initDataHash(botToken, fieldsOf(initData, ['hash']))).toBe(hash);
  });

  it('has the signature for third parties', () => {
    const vector = vectors.hmac.find(({ id }) => id === '05-signature-field');
    const initData = vector?.initData ?? '';
    const signature = new URLSearchParams(initData).get('signature');
    const fields = fieldsOf(initData, ['hash', 'signature']);
    expect(initDataSignature(TEST_BOT_TOKEN, fields)).toBe(signature);
  });

  it('is percent-encoded, with the hash over the signature too', async () => {
    const text = await signInitData([['user', '{"first_name":"Вера +"}']], { signature: true });
    expect(text).toMatch(/^user=%7B[^+]*&signature=[\w-]{86}&hash=[0-9a-f]{64}$/);
    const fields = fieldsOf(text, ['hash']);
    expect(text).toContain(await initDataHash(TEST_BOT_TOKEN, fields));
  });
});
