/** Time limit for opening the database, ms. Some browsers never answer. */
const PATIENCE_MS = 3_000;

const STORE = 'keys';
const NAME = 'dpop';

/** Makes a key that scripts can sign with but cannot copy (RFC 9449 section 11.4). */
const newKey = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('prichal');
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return Promise.race([
    done(request),
    new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS)),
  ]);
}

async function keptKey(): Promise<CryptoKeyPair> {
  const database = await openDatabase();
  const keys = () => database.transaction(STORE, 'readwrite').objectStore(STORE);
  try {
    const found = await done<CryptoKeyPair | undefined>(keys().get(NAME));
    if (found) return found;
    const made = await newKey();
    // If two tabs make a key at the same time, both use the first one.
    await done(keys().add(made, NAME)).catch(() => undefined);
    return await done<CryptoKeyPair>(keys().get(NAME));
  } finally {
    // Browsers do not keep a page with an open database for Back.
    database.close();
  }
}

/**
 * Returns the stored key of this browser and origin. If the browser stores no keys, returns a key that is lost with the
 * page (with `mayGo`) or null.
 */
export async function openKey(mayGo: boolean): Promise<CryptoKeyPair | null> {
  try {
    const kept = await keptKey();
    if (kept) return kept;
  } catch {
    // Storage is blocked, or it stores no keys, as in private windows of Firefox.
  }
  return mayGo ? newKey() : null;
}
