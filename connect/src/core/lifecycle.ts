import { reportError } from './device/report-error.js';
import type { Internals, LazyChunk, RequestContext, WidgetView, WithStore } from './internals.js';
import { afterPaint, savesData } from './loading/after-paint.js';
import type { LoadStatus } from './state.js';
import { sessionHint } from './storage.js';
import { watch } from './store.js';

/** The started widgets of this page, each with the function that stops it. */
export const running = new Map<Internals, () => void>();

/**
 * Starts a widget: restores a stored session after the first paint. Returns a function that stops the
 * widget and removes every listener. A stopped widget can be started again.
 */
export function start(internals: Internals): () => void {
  internals.store.set({ stopped: false });
  if (!running.has(internals)) running.set(internals, run(internals));
  return () => stop(internals);
}

export function stop(internals: Internals): void {
  // Pending calls reject before the connection is released.
  internals.store.set({ stopped: true });
  cancelOpening(internals);
  running.get(internals)?.();
  running.delete(internals);
}

/** Cancels a sheet that is opening. */
export function cancelOpening(internals: WidgetView): void {
  internals.opening.abort();
  internals.opening = new AbortController();
}

/** The window, or a dispatcher, whose promise resolves to a function that removes the listener. */
type Asked = {
  addEventListener(
    name: string,
    listener: () => void,
    options: { signal: AbortSignal },
  ): Promise<() => void> | undefined;
};

function run(internals: Internals): () => void {
  const { store, storage, settings, lazyChunk, buttonRoot } = internals;
  const { restoreConnection, connector, eventDispatcher } = settings;
  const report = (error: unknown): void => {
    if (!store.get().stopped) reportError(error);
  };

  const { wallet, restoring } = store.get();
  const pending = restoreConnection && sessionHint(storage) === 'waiting';
  const needsConnection = wallet || restoring || pending || connector;
  const stopped = new AbortController();
  const { signal } = stopped;
  const cancel = afterPaint(() => {
    if (needsConnection) loadConnection(internals, signal);
    // Without a session to restore, the user may press the button. The sheet's code loads while the page
    // is idle.
    else if (!savesData()) prepareForPress(internals);
  });

  const answer = (): void => {
    lazyChunk
      .load()
      .then(({ emitVersion }) => emitVersion(internals))
      .catch(report);
  };
  // The page requests the version on the window or with its own dispatcher.
  const asked = ((eventDispatcher ?? window) as Asked).addEventListener(
    'ton-connect-ui-request-version',
    answer,
    { signal },
  );
  const showButton = (buttonRootId: string | null): void => {
    if (buttonRootId) buttonRoot.load().catch(report);
  };
  showButton(store.get().buttonRootId);
  const unwatch = watch(store, (state) => state.buttonRootId, showButton);

  return () => {
    cancel();
    stopped.abort();
    asked?.then((remove) => remove(), reportError);
    unwatch();
    for (const part of [buttonRoot, internals.widget, internals.connection]) part.release();
    // Before the chunk is loaded, nothing is open.
    lazyChunk.current?.putAway(internals);
    resetLoadStatus(internals);
  };
}

/** Loads the code for a press on the button. If that fails, the press retries it and shows an error. */
function prepareForPress(internals: WidgetView): void {
  internals.widget.load().catch(() => undefined);
  if (internals.settings.restoreConnection) {
    internals.lazyChunk.load().then(
      ({ emitNothingToRestore }) => emitNothingToRestore(internals),
      () => undefined,
    );
  }
}

/** Pauses before the automatic retries of loading a connection's code, ms. */
const PAUSES_MS = [1000, 4000];

/**
 * Loads the connection for a stored session. If that fails, retries after each pause, when the network
 * is back, and when the page becomes visible. Until then, `restoring` stays true.
 */
function loadConnection(internals: RequestContext, stopped: AbortSignal): void {
  const { connection } = internals;
  const pauses = [...PAUSES_MS];
  const done = new AbortController();
  const { signal } = done;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const load = async (): Promise<void> => {
    clearTimeout(timer);
    const pause = pauses.shift();
    try {
      await (pause ? connection.load() : withLoadStatus(internals, connection.load));
      finish();
    } catch (error) {
      if (signal.aborted) return;
      if (pause) timer = setTimeout(load, pause);
      else reportError(error);
    }
  };
  const loadIfSeen = (): void => {
    if (!document.hidden) void load();
  };
  const finish = (): void => {
    done.abort();
    clearTimeout(timer);
  };
  window.addEventListener('online', loadIfSeen, { signal });
  window.addEventListener('visibilitychange', loadIfSeen, { signal });
  stopped.addEventListener('abort', finish);
  void load();
}

/** Starts loading the code that a press on the button needs. */
export function preload(internals: WidgetView): void {
  internals.lazyChunk
    .load()
    .then(({ prepareSheet }) => prepareSheet(internals))
    .catch(() => undefined);
}

/**
 * Runs `work` and sets `loadStatus` meanwhile. The second failure in a row is `stuck`: some browsers
 * cache a failed import until the page is closed. If the code is `ready`, the status is not set to
 * `loading`, because that would render every button twice within the press.
 */
export async function withLoadStatus<T>(
  { store }: WithStore,
  work: () => Promise<T>,
  ready?: unknown,
): Promise<T> {
  const before = store.get().loadStatus;
  const again = before === 'failed' || before === 'stuck';
  let loadStatus: LoadStatus = 'idle';
  if (again || !ready) store.set({ loadStatus: 'loading' });
  try {
    return await work();
  } catch (error) {
    if (Object(error).code === 'NOT_LOADED') loadStatus = again ? 'stuck' : 'failed';
    throw error;
  } finally {
    // A stopped widget must not change its state.
    if (!store.get().stopped) store.set({ loadStatus });
  }
}

/** Clears the load status of a stopped widget. */
export const resetLoadStatus = ({ store }: WithStore): void => store.set({ loadStatus: 'idle' });

/* Openers of the sheet for the first load. They wait for the chunk and set `loadStatus`. */

type Opening = 'openModal' | 'openSingleWalletModal';

/** Does not open the sheet if it was closed, or the widget stopped, before its code was loaded. */
const open =
  <How extends Opening>(how: How) =>
  (internals: WidgetView, what?: Parameters<LazyChunk[How]>[1]): Promise<void> => {
    const { signal } = internals.opening;
    return withLoadStatus(
      internals,
      async () => {
        const chunk = await internals.lazyChunk.load();
        if (!signal.aborted) await chunk[how](internals, what as never);
      },
      internals.widget.current,
    );
  };

export const openModal: LazyChunk['openModal'] = open('openModal');
export const openSingleWalletModal: LazyChunk['openSingleWalletModal'] =
  open('openSingleWalletModal');

/**
 * Handles a press on a connect button: opens the sheet. While a stored session is not restored because its
 * code did not load, loads that code again instead.
 */
export async function pressConnect(internals: WidgetView): Promise<void> {
  if (!internals.store.get().restoring) return openModal(internals);
  await withLoadStatus(internals, internals.connection.load);
}

/**
 * Resolves to whether a stored session was restored. Resolves to false at once if there is no session,
 * and when the widget is stopped before the result is known.
 */
export const restored = ({ store }: WithStore): Promise<boolean> =>
  new Promise((resolve) => {
    const known = (): boolean => !store.get().restoring || store.get().stopped;
    const settle = (): void => {
      if (!known()) return;
      // StrictMode stops a widget and starts it again in the same task.
      queueMicrotask(() => {
        if (!known()) return;
        unwatch();
        resolve(store.get().restored);
      });
    };
    const unwatch = watch(store, known, settle);
    settle();
  });
