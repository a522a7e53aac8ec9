/** How long a browser may take to open its database, ms; some never do. */
const PATIENCE_MS = 3_000;

const STORE = 'keys';
const NAME = 'dpop';

/** Of which scripts can make signatures, and nobody a copy (RFC 9449 section 11.4). */
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
    // Of two tabs the first one's key is both's.
    await done(keys().add(made, NAME)).catch(() => undefined);
    return await done<CryptoKeyPair>(keys().get(NAME));
  } finally {
    // A page with an open database is not kept for Back.
    database.close();
  }
}

/**
 * The key of this browser and origin, the same over reloads. Where the browser keeps none, one that goes with
 * the page if it may, or null.
 */
export async function openKey(mayGo: boolean): Promise<CryptoKeyPair | null> {
  try {
    const kept = await keptKey();
    if (kept) return kept;
  } catch {
    // Storage is blocked, or it takes no keys: Firefox in private windows.
  }
  return mayGo ? newKey() : null;
}
