import { reportError } from './device/report-error.js';
import type { Internals, LazyChunk, RequestContext, WidgetView, WithStore } from './internals.js';
import { afterPaint, savesData } from './loading/after-paint.js';
import type { LoadStatus } from './state.js';
import { sessionHint } from './storage.js';
import { watch } from './store.js';

/** The started widgets of this page, and what stops each. */
export const running = new Map<Internals, () => void>();

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
export function cancelOpening(internals: WidgetView): void {
  internals.opening.abort();
  internals.opening = new AbortController();
}

/** A window, or a dispatcher, which promises what ends the listening. */
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
    // A visitor with nothing to restore may press the button: the sheet's code is fetched while the
    // page is idle.
    else if (!savesData()) prepareForPress(internals);
  });

  const answer = (): void => {
    lazyChunk
      .load()
      .then(({ emitVersion }) => emitVersion(internals))
      .catch(report);
  };
  // The page asks on the window, or by a dispatcher of its own.
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
    // Nothing can be open before the chunk has loaded.
    lazyChunk.current?.putAway(internals);
    resetLoadStatus(internals);
  };
}

/** A press that finds no code asks for it again, and says so when it cannot be had. */
function prepareForPress(internals: WidgetView): void {
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
 * wallet is connected, and the state says so.
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

/** Starts loading what a press on the button will need; what it loads comes from our own origin. */
export function preload(internals: WidgetView): void {
  internals.lazyChunk
    .load()
    .then(({ prepareSheet }) => prepareSheet(internals))
    .catch(() => undefined);
}

/**
 * Runs what somebody waits for, and says in the state how its code is doing. A second failure in a row
 * is `stuck`: some browsers keep a failure for as long as the page lives. What is `ready` takes no time,
 * and a state that ends at once would render every button twice within the press.
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
    // A widget that was taken down meanwhile has nothing to say.
    if (!store.get().stopped) store.set({ loadStatus });
  }
}

/** A widget that is taken down has nothing to say. */
export const resetLoadStatus = ({ store }: WithStore): void => store.set({ loadStatus: 'idle' });

/* What opens the sheet, for the first load: it waits for the chunk, and the state says how far it is. */

type Opening = 'openModal' | 'openSingleWalletModal';

/** Not when the sheet was closed, or the widget taken down, before its code was here. */
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
 * What a press on a connect button does: opens the sheet, or, while nobody knows whether a wallet is
 * connected because the code for it was lost, asks for that again.
 */
export async function pressConnect(internals: WidgetView): Promise<void> {
  if (!internals.store.get().restoring) return openModal(internals);
  await withLoadStatus(internals, internals.connection.load);
}

/**
 * Whether a stored session was picked up, whenever that is asked: false at once when there was none to try,
 * and when the widget is taken down before it is known.
 */
export const restored = ({ store }: WithStore): Promise<boolean> =>
  new Promise((resolve) => {
    const known = (): boolean => !store.get().restoring || store.get().stopped;
    const settle = (): void => {
      if (!known()) return;
      // StrictMode stops a widget and starts it again in one go.
      queueMicrotask(() => {
        if (!known()) return;
        unwatch();
        resolve(store.get().restored);
      });
    };
    const unwatch = watch(store, known, settle);
    settle();
  });
