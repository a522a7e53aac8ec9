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

/** A payload for the wallet to sign. */
export const challenge = async () =>
  (await ask<{ payload: string }>('POST', 'challenge')).payload;

/** Who this browser is signed in as. */
export const sessionAddress = async () =>
  (await ask<{ address: string }>('GET', 'session')).address;

/** Shows the backend the proof; the address that it believes. */
export const signIn = async (account: ProvenAccount) =>
  (await ask<{ address: string }>('POST', 'session', account)).address;

export const signOut = () => ask<null>('DELETE', 'session');
