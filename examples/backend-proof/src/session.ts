import type { ProvenAccount } from '../server/proof';

async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`/api/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
  });
  const answer = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new Error(answer.problem);
  return answer;
}

/** Returns a payload for the wallet to sign. */
export const challenge = async () =>
  (await ask<{ payload: string }>('POST', 'challenge')).payload;

/** Returns the address that this browser is signed in with. */
export const sessionAddress = async () =>
  (await ask<{ address: string }>('GET', 'session')).address;

/** Sends the proof to the backend. Returns the verified address. */
export const signIn = async (account: ProvenAccount) =>
  (await ask<{ address: string }>('POST', 'session', account)).address;

export const signOut = () => ask<null>('DELETE', 'session');
