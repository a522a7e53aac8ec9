import { openKey } from './dpop-key.js';

/* Proofs of the key that tokens are bound to (RFC 9449). Loaded with the first request that needs one. */

export type Prover = {
  /** Makes the proof of one request. */
  proof(method: string, url: URL, accessToken?: string): Promise<string>;
  /**
   * Keeps the nonce of an answer for the next proof (section 8), and the time if the answer is from our `own` server.
   * Returns whether a rejected request may succeed with them.
   */
  update(url: URL, answer: Response, own: boolean): boolean;
};

/** Clock difference that is not corrected, s. The server allows a minute. */
const TOLERANCE = 10;

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const utf8 = (text: string): BufferSource => new TextEncoder().encode(text);
const encoded = (part: object): string =>
  base64url(utf8(JSON.stringify(part)) as unknown as ArrayBuffer);

/** The method as browsers send it (Fetch, section 2.2.1). */
const normalized = (method: string): string =>
  /^(delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;

/** Returns null if there is no key, see `openKey`. */
export async function openProver(mayGo: boolean): Promise<Prover | null> {
  const pair = await openKey(mayGo);
  if (!pair) return null;
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const header = encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } });
  const nonces = new Map<string, string>();
  /** How far the server's clock is ahead of this one, s. */
  let ahead = 0;
  const now = (): number => Math.floor(Date.now() / 1000);

  return {
    async proof(method, { origin, pathname }, accessToken) {
      const claims = encoded({
        jti: crypto.randomUUID(),
        htm: normalized(method),
        htu: origin + pathname,
        iat: now() + ahead,
        nonce: nonces.get(origin),
        ath: accessToken && base64url(await crypto.subtle.digest('SHA-256', utf8(accessToken))),
      });
      const signed = `${header}.${claims}`;
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
      return `${signed}.${base64url(await crypto.subtle.sign(algorithm, pair.privateKey, utf8(signed)))}`;
    },
    update({ origin }, { headers, status }, own) {
      const nonce = headers.get('dpop-nonce');
      const date = Date.parse(headers.get('date') ?? '') / 1000;
      const off = own && Math.abs(date - now() - ahead) > TOLERANCE;
      const renewed = nonce !== null && nonce !== nonces.get(origin);
      if (off) ahead = date - now();
      if (renewed) nonces.set(origin, nonce);
      return (status === 400 || status === 401) && (off || renewed);
    },
  };
}
