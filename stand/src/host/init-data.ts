import { keyPairFromSeed, sign } from '@prichal/dev-wallet/core';

/** Token of the public fake bot of the test vectors. It is worth nothing. */
export const TEST_BOT_TOKEN = '7000000001:AAFakeTokenForTestsOnly_0123456789-xyz';

/** Replaces Telegram's Ed25519 key, which only Telegram has (bytes 00 to 1f). */
const TEST_TELEGRAM_SEED = Buffer.from(Array.from({ length: 32 }, (_, index) => index));

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)));
}

function checkString(fields: [string, string][]): string {
  return fields
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');
}

/** Computes the `hash` of init data over all fields except `hash`, including `signature`. */
export async function initDataHash(token: string, fields: [string, string][]): Promise<string> {
  const secret = await hmac(new TextEncoder().encode('WebAppData'), token);
  return Buffer.from(await hmac(secret, checkString(fields))).toString('hex');
}

/** Computes the `signature` for third parties over all fields except `hash` and `signature`. */
export function initDataSignature(token: string, fields: [string, string][]): string {
  const text = `${token.split(':')[0]}:WebAppData\n${checkString(fields)}`;
  const { secretKey } = keyPairFromSeed(TEST_TELEGRAM_SEED);
  const signature = sign(Buffer.from(text, 'utf8'), secretKey).toString('base64');
  return signature.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Signs fields as Telegram does. Clients older than 8.0 have no `signature`. */
export async function signInitData(
  fields: [string, string][],
  { token = TEST_BOT_TOKEN, signature }: { token?: string; signature: boolean },
): Promise<string> {
  const signed: [string, string][] = signature
    ? [...fields, ['signature', initDataSignature(token, fields)]]
    : fields;
  const complete: [string, string][] = [...signed, ['hash', await initDataHash(token, signed)]];
  return complete.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}
