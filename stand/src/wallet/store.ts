import { newState, type Store, type WalletState } from '@prichal/dev-wallet/core';
import { alone, NAMESPACE } from './locks';

type Memory = { read(): string | null; write(text: string): void };

/**
 * Returns localStorage, or plain memory if the browser blocks it. Each tab then has its own wallet.
 */
function memoryOf(): Memory {
  let text: string | null = null;
  try {
    localStorage.getItem(NAMESPACE);
  } catch {
    return { read: () => text, write: (next) => (text = next) };
  }
  return {
    read: () => localStorage.getItem(NAMESPACE),
    write: (next) => localStorage.setItem(NAMESPACE, next),
  };
}

/**
 * Parses a stored state. Fields that an older version did not store get the values of a new wallet.
 */
function parse(text: string | null): WalletState | null {
  try {
    if (text === null) return null;
    const kept = JSON.parse(text) as WalletState;
    const newer = { account: 0, played: null };
    const fresh = newState(kept.seed);
    return {
      ...fresh,
      ...kept,
      // Older versions stored text here.
      behaviour: typeof kept.behaviour?.delay === 'number' ? kept.behaviour : fresh.behaviour,
      sessions: kept.sessions.map((session) => ({ ...newer, ...session })),
    };
  } catch {
    return null;
  }
}

/** Opens the state that all tabs of an origin share. `create` makes the first one. */
export async function openStore(create: () => WalletState): Promise<Store> {
  const memory = memoryOf();
  const channel = new BroadcastChannel(NAMESPACE);
  const listeners = new Set<() => void>();
  let text = '';
  let state = create();

  const reload = () => {
    const next = memory.read();
    if (next === null || next === text) return;
    text = next;
    state = parse(next) ?? state;
    for (const listener of listeners) listener();
  };
  const save = (next: WalletState) => {
    memory.write(JSON.stringify(next));
    reload();
    channel.postMessage('changed');
  };
  channel.onmessage = reload;
  await alone('state', async () => {
    if (parse(memory.read()) === null) save(state);
    reload();
  });

  return {
    get: () => state,
    change: (apply) =>
      alone('state', async () => {
        reload();
        const next = apply(state);
        if (next !== state) save(next);
      }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => channel.close(),
  };
}
