import { watch } from '../store/store.js';
import type { ActionName, ActionState } from '../types/action.js';
import type { Internals } from '../types/internals.js';
import type { Store, UiState } from '../types/ui-state.js';
import type { ActionStage, ResolvedConfiguration } from './configuration.js';

/** What the visitor sees of one request. */
export type ActionLifecycle = {
  /** The request waits for the wallet. `news` is what has changed since the last call. */
  wait(news?: { sent?: boolean; opened?: boolean }): void;
  /** The request is over, with this result. With null the visitor is shown nothing. */
  end(result: 'success' | 'error' | null): void;
};

type Request = Pick<ActionState, 'wallet' | 'openWallet'> & {
  names: Record<ActionStage, ActionName>;
  configuration: ResolvedConfiguration;
  /** The visitor closed the modal. */
  onClose: () => void;
  /** The wallet or the widget is gone, or somebody has cleared `action`. */
  onCleared: () => void;
};

let lastId = 0;

/**
 * The waiting requests of each widget. The newest is shown; an older one is shown again when the
 * newer is over.
 */
const waiting = new WeakMap<Internals, ActionState[]>();

/** Puts away what is shown. Requests that wait are given up: they watch `action`. */
export const clearAction = (store: Store<UiState>): void => store.set({ action: null });

export function createActionLifecycle(internals: Internals, request: Request): ActionLifecycle {
  const { store } = internals;
  const { wallet, openWallet, names, configuration } = request;
  lastId += 1;
  const id = lastId;

  const stateOf = (stage: ActionStage, more: Pick<ActionState, 'sent' | 'opened' | 'close'>) => ({
    id,
    wallet,
    openWallet,
    name: names[stage],
    openModal: configuration.modals.includes(stage),
    showNotification: configuration.notifications.includes(stage),
    ...more,
  });
  const show = (action: ActionState): void => {
    store.set({ action });
    // The sheet and the notices are a lazy part; the request does not wait for them to load.
    if (action.openModal || action.showNotification) internals.widget.load().catch(() => undefined);
  };
  const queue = (): ActionState[] => waiting.get(internals) ?? [];
  const others = (): ActionState[] => queue().filter((other) => other.id !== id);

  let current: ActionState | null = null;
  let cleared = false;
  const stop = watch(
    store,
    (state) => state.stopped || !state.wallet || (current !== null && !state.action),
    () => {
      cleared = true;
      request.onCleared();
    },
  );
  return {
    wait(news) {
      const { action: shown } = store.get();
      const onTop = !current || shown?.id === id;
      const { sent = false, opened = false } = { ...current, ...news };
      current = stateOf('before', { sent, opened, close: request.onClose });
      waiting.set(internals, [...others(), current]);
      if (onTop) show(current);
    },
    end(result) {
      stop();
      waiting.set(internals, others());
      if (cleared) return;
      const rest = (): void => store.set({ action: queue().at(-1) ?? null });
      if (result) {
        const action = stateOf(result, { sent: true, opened: false, close: rest });
        show(action);
        if (action.openModal || queue().length === 0) return;
      }
      // The notice of a result needs no answer; a request that still waits does, so it is shown
      // again.
      rest();
    },
  };
}
