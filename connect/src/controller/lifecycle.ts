import { listen } from '../device/listen.js';
import { reportError } from '../device/report-error.js';
import { afterPaint, savesData } from '../loading/after-paint.js';
import { sessionHint } from '../storage/session-hint.js';
import { watch } from '../store/store.js';
import type { Internals, Settings } from '../types/internals.js';
import { resetLoadStatus, withLoadStatus } from './load-status.js';

const running = new Map<Internals, () => void>();

/** The started widgets of this page. */
export const startedWidgets = (): Internals[] => [...running.keys()];

/**
 * Starts a widget: a stored session is picked up after the first paint. Returns a function that
 * stops it and removes every listener; a stopped widget can be started again.
 */
export function start(internals: Internals): () => void {
  internals.store.set({ stopped: false });
  if (!running.has(internals)) running.set(internals, run(internals));
  return () => stop(internals);
}

export function stop(internals: Internals): void {
  // Who waits for an answer is told before the connection goes.
  internals.store.set({ stopped: true });
  cancelOpening(internals);
  running.get(internals)?.();
  running.delete(internals);
}

/** What is on its way to be opened is not wanted any more. */
export function cancelOpening(internals: Internals): void {
  internals.opening.abort();
  internals.opening = new AbortController();
}

function run(internals: Internals): () => void {
  const { store, storage, settings, lazyChunk } = internals;
  const { restoreConnection, connector } = settings;
  const report = (error: unknown): void => {
    if (!store.get().stopped) reportError(error);
  };

  const { wallet, restoring } = store.get();
  const pending = restoreConnection && sessionHint(storage) === 'waiting';
  const needsConnection = wallet || restoring || pending || connector;
  let stopTrying = (): void => undefined;
  const cancel = afterPaint(() => {
    if (needsConnection) stopTrying = loadConnection(internals);
    // A visitor with nothing to restore may press the button: the sheet's code is fetched while the
    // page is idle.
    else if (!savesData()) prepareForPress(internals);
  });

  const stopAnswering = onVersionRequest(settings, () => {
    lazyChunk
      .load()
      .then(({ emitVersion }) => emitVersion(internals))
      .catch(report);
  });
  const showButton = (buttonRootId: string | null): void => {
    if (buttonRootId) internals.buttonRoot.load().catch(report);
  };
  showButton(store.get().buttonRootId);
  const unwatch = watch(store, (state) => state.buttonRootId, showButton);

  return () => {
    cancel();
    stopTrying();
    stopAnswering();
    unwatch();
    internals.buttonRoot.release();
    internals.widget.release();
    internals.connection.release();
    // Nothing can be open before the chunk has loaded.
    lazyChunk.current?.putAway(internals);
    resetLoadStatus(internals);
  };
}

/** A press that finds no code asks for it again, and says so when it cannot be had. */
function prepareForPress(internals: Internals): void {
  internals.widget.load().catch(() => undefined);
  if (internals.settings.restoreConnection) {
    internals.lazyChunk.load().then(
      ({ emitNothingToRestore }) => emitNothingToRestore(internals),
      () => undefined,
    );
  }
}

/** Pauses before the code of a connection is asked for again, ms. After them the visitor may. */
const PAUSES_MS = [1000, 4000];

/**
 * Loads the connection that a stored session needs, as soon as its code can be had: again after a
 * pause, when the network is back, when the page is looked at. Until then nobody knows whether a
 * wallet is connected, and the state says so. Returns a cancel.
 */
function loadConnection(internals: Internals): () => void {
  const { store, connection } = internals;
  const pauses = [...PAUSES_MS];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;

  const load = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    clearTimeout(timer);
    const pause = pauses.shift();
    try {
      await (pause ? connection.load() : withLoadStatus(internals, connection.load));
      cancel();
    } catch (error) {
      if (store.get().stopped) return;
      if (pause) timer = setTimeout(load, pause);
      else reportError(error);
    } finally {
      busy = false;
    }
  };
  const stopListening = listen(window, 'online visibilitychange', () => {
    if (!document.hidden) void load();
  });
  const cancel = (): void => {
    stopListening();
    clearTimeout(timer);
  };
  void load();
  return cancel;
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

/**
 * Whether a stored session was picked up: false at once when there was none to try, and when the
 * widget is taken down before that is known.
 */
export const restored = ({ store }: Internals): Promise<boolean> =>
  new Promise((resolve) => {
    const known = (): boolean => !store.get().restoring || store.get().stopped;
    const settle = (): void => {
      if (!known()) return;
      // StrictMode stops a widget and starts it again in one go.
      queueMicrotask(() => {
        if (!known()) return;
        unwatch();
        resolve(store.get().wallet !== null);
      });
    };
    const unwatch = watch(store, known, settle);
    settle();
  });

/** Starts loading what a press on the button will need; what it loads comes from our own origin. */
export function preload(internals: Internals): void {
  internals.lazyChunk
    .load()
    .then(({ prepareSheet }) => prepareSheet(internals))
    .catch(() => undefined);
}
