import { endRestoring } from '../connection/connected-wallet.js';
import { reportError } from '../device/report-error.js';
import { afterPaint, savesData } from '../loading/after-paint.js';
import { sessionHint } from '../storage/session-hint.js';
import { watch } from '../store/store.js';
import type { Internals, Settings } from '../types/internals.js';

const running = new Map<Internals, () => void>();

/** The started widgets of this page. */
export const startedWidgets = (): Internals[] => [...running.keys()];

/**
 * Starts a widget: a stored session is picked up after the first paint. Returns a function that
 * stops it and removes every listener; a stopped widget can be started again.
 */
export function start(internals: Internals): () => void {
  internals.stopped = false;
  if (!running.has(internals)) running.set(internals, run(internals));
  return () => stop(internals);
}

export function stop(internals: Internals): void {
  internals.stopped = true;
  running.get(internals)?.();
  running.delete(internals);
}

function run(internals: Internals): () => void {
  const { store, storage, settings, lazyChunk } = internals;
  const { restoreConnection, connector } = settings;
  const load = (part: 'connection' | 'widget' | 'buttonRoot'): void =>
    void internals[part].load().catch((error: unknown) => {
      endRestoring(store);
      reportError(error);
    });

  const pending = restoreConnection && sessionHint(storage) === 'waiting';
  // A visitor with nothing to restore may press the button: the sheet's code is fetched while the
  // page is idle.
  const next = store.get().restoring || pending || connector ? 'connection' : 'widget';
  const cancel = afterPaint(() => {
    if (next === 'connection' || !savesData()) load(next);
  });

  const stopAnswering = onVersionRequest(settings, () => {
    lazyChunk.load().then(({ emitVersion }) => emitVersion(internals), reportError);
  });
  const showButton = (buttonRootId: string | null): void => {
    if (buttonRootId) load('buttonRoot');
  };
  showButton(store.get().buttonRootId);
  const unwatch = watch(store, (state) => state.buttonRootId, showButton);

  return () => {
    cancel();
    stopAnswering();
    unwatch();
    internals.buttonRoot.release();
    internals.widget.release();
    internals.connection.release();
    // Nothing can be open before the chunk has loaded.
    lazyChunk.current?.putAway(internals);
  };
}

/** Calls back when the page asks for the version, on the window or by a dispatcher of its own. */
function onVersionRequest({ eventDispatcher }: Settings, answer: () => void): () => void {
  const name = 'ton-connect-ui-request-version';
  if (eventDispatcher) {
    const listening = eventDispatcher.addEventListener(name, answer);
    return () => void listening.then((remove) => remove(), reportError);
  }
  window.addEventListener(name, answer);
  return () => window.removeEventListener(name, answer);
}

/** Whether a stored session was picked up: false at once when there was none to try. */
export const restored = ({ store }: Internals): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (restoring: boolean): void => {
      if (restoring) return;
      unwatch();
      resolve(store.get().wallet !== null);
    };
    const unwatch = watch(store, (state) => state.restoring, settle);
    settle(store.get().restoring);
  });

/** Starts loading what a press on the button will need; what it loads comes from our own origin. */
export function preload(internals: Internals): void {
  internals.lazyChunk
    .load()
    .then(({ prepareSheet }) => prepareSheet(internals))
    .catch(() => undefined);
}
