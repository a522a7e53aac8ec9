import { sessionHint } from '../connection/session-hint.js';
import { afterPaint } from '../device/after-paint.js';
import { savesData } from '../device/save-data.js';
import { watch } from '../store/store.js';
import type { Core } from './core.js';
import { live } from './load-live.js';

const VERSION_ASKED = 'ton-connect-ui-request-version';

const awake = new Map<Core, () => void>();

/** The widgets that live on this page. */
export const awakeCores = (): Core[] => [...awake.keys()];

/**
 * Brings a widget to life: a stored session is picked up after the first paint. Returns what takes
 * it down again, to the last listener; it can be started anew.
 */
export function start(core: Core): () => void {
  core.stopped = false;
  if (!awake.has(core)) awake.set(core, wake(core));
  return () => stop(core);
}

export function stop(core: Core): void {
  core.stopped = true;
  awake.get(core)?.();
  awake.delete(core);
}

function wake(core: Core): () => void {
  const { store, storage, settings } = core;
  const { restoreConnection, connector, eventDispatcher } = settings;
  const load = (part: 'connection' | 'widget' | 'extras'): void =>
    void core[part].load().catch((error: unknown) => {
      store.set({ restoring: false });
      reportError(error);
    });

  const pending = restoreConnection && sessionHint(storage) === 'waiting';
  // Who has nothing to restore may press: the sheet's own code is fetched while the page is idle.
  const next = store.get().restoring || pending || connector ? 'connection' : 'widget';
  const cancel = afterPaint(() => {
    if (next === 'connection' || !savesData()) load(next);
  });

  const tellVersion = (): void => void live().then((chunk) => chunk.tellVersion(core), reportError);
  if (!eventDispatcher) window.addEventListener(VERSION_ASKED, tellVersion);
  const addExtras = (buttonRootId: string | null): void => {
    if (buttonRootId || eventDispatcher) load('extras');
  };
  addExtras(store.get().buttonRootId);
  const unwatch = watch(store, (state) => state.buttonRootId, addExtras);

  return () => {
    cancel();
    window.removeEventListener(VERSION_ASKED, tellVersion);
    unwatch();
    core.extras.release();
    core.widget.release();
    core.connection.release();
    const closed = { status: 'closed', closeReason: null } as const;
    store.set({ modal: closed, singleWalletModal: closed, attempt: null, action: null });
  };
}

/** Whether a stored session was picked up: false at once when there was none to try. */
export const restored = ({ store }: Core): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (restoring: boolean): void => {
      if (restoring) return;
      unwatch();
      resolve(store.get().wallet !== null);
    };
    const unwatch = watch(store, (state) => state.restoring, settle);
    settle(store.get().restoring);
  });
