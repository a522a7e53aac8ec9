import { loadRequestWords } from '../language/load-request-words.js';
import { watch } from '../store/store.js';
import type { ActionName, ActionState, RequestProgress } from '../types/action.js';
import type { Internals } from '../types/internals.js';
import type { CurrentWallet } from '../types/wallets.js';
import {
  type ActionStage,
  type ResolvedConfiguration,
  resolveConfiguration,
} from './configuration.js';
import { clearAction, setAction } from './shown-action.js';

type News = Partial<Pick<ActionState, 'progress' | 'sent' | 'opened' | 'retry'>>;

/** What the visitor sees of one request. */
export type ActionLifecycle = {
  /** The request waits for the wallet. `news` is what has changed since the last call. */
  wait(news?: News): void;
  /** Nobody has taken the request for long. Not said where another fault is said already. */
  silent(): void;
  /** The request is over, with this result. With null the visitor is shown nothing. */
  end(result: 'success' | 'error' | null, progress: RequestProgress): void;
  /** The wallet has signed, after the end. */
  signedLate(): void;
};

type Request = Pick<ActionState, 'wallet' | 'openWallet' | 'asked' | 'time'> & {
  names: Record<ActionStage, ActionName>;
  configuration: ResolvedConfiguration;
  /** The visitor closed the modal. */
  onClose: () => void;
  /** The wallet or the widget is gone, or somebody has cleared `action`. */
  onCleared: () => void;
};

/** Whether the wallet has yet to answer. */
export const isWaiting = ({ name }: ActionState): boolean => name.startsWith('confirm');

let lastId = 0;

/**
 * The waiting requests of each widget. The newest is shown; an older one is shown again when the
 * newer is over.
 */
const waiting = new WeakMap<Internals, ActionState[]>();

function show({ store, widget }: Internals, action: ActionState): void {
  setAction(store, action);
  if (!action.openModal && !action.showNotification) return;
  // The sheet, the notices and their words are lazy parts; the request does not wait for them to load.
  loadRequestWords(store.get()).catch(() => undefined);
  widget.load().catch(() => undefined);
}

export function createActionLifecycle(internals: Internals, request: Request): ActionLifecycle {
  const { store } = internals;
  const { wallet, openWallet, asked, time, names, configuration } = request;
  lastId += 1;
  const id = lastId;

  type More = Pick<ActionState, 'progress' | 'sent' | 'opened' | 'retry' | 'close'>;
  const stateOf = (stage: ActionStage, more: More): ActionState => ({
    id,
    wallet,
    openWallet,
    asked,
    time,
    name: names[stage],
    openModal: configuration.modals.includes(stage),
    showNotification: configuration.notifications.includes(stage),
    ...more,
  });
  const queue = (): ActionState[] => waiting.get(internals) ?? [];
  const others = (): ActionState[] => queue().filter((other) => other.id !== id);
  const rest = (): void => setAction(store, queue().at(-1) ?? null);
  const showResult = (stage: 'success' | 'error', progress: RequestProgress): void => {
    const sent = stage === 'success' || current?.sent === true;
    const action = stateOf(stage, { progress, sent, opened: false, retry: null, close: rest });
    show(internals, action);
    // The notice of a result needs no answer; a request that still waits does, so it is shown
    // again.
    if (!action.openModal && queue().length > 0) rest();
  };

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
  const wait = (news?: News): void => {
    const { action: shown } = store.get();
    const onTop = !current || shown?.id === id;
    const begun = { progress: 'sending', sent: false, opened: false, retry: null } as const;
    const { progress, sent, opened, retry } = { ...begun, ...current, ...news };
    current = stateOf('before', { progress, sent, opened, retry, close: request.onClose });
    waiting.set(internals, [...others(), current]);
    if (onTop) show(internals, current);
  };
  return {
    wait,
    silent() {
      if (current?.progress === 'sending') wait({ progress: 'silent' });
    },
    end(result, progress) {
      stop();
      waiting.set(internals, others());
      if (cleared) return;
      if (result) showResult(result, progress);
      else rest();
    },
    signedLate() {
      if (!store.get().stopped) showResult('success', 'late');
    },
  };
}

/** Says that a wallet is gone that the visitor has not disconnected here. */
export function tellDisconnected(internals: Internals, wallet: CurrentWallet): void {
  const { store } = internals;
  const { notifications } = resolveConfiguration({}, store.get().actionsConfiguration, false);
  if (!notifications.includes('error')) return;
  lastId += 1;
  show(internals, {
    id: lastId,
    name: 'wallet-disconnected',
    progress: null,
    wallet,
    asked: null,
    time: null,
    showNotification: true,
    openModal: false,
    sent: false,
    opened: false,
    openWallet: null,
    retry: null,
    close: () => clearAction(store),
  });
}
