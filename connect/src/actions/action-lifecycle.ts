import { loadRequestWords } from '../language/load-request-words.js';
import { watch } from '../store/store.js';
import type { ActionName, ActionState, RequestProgress } from '../types/action.js';
import type { Internals } from '../types/internals.js';
import type { Store, UiState } from '../types/ui-state.js';
import type { CurrentWallet } from '../types/wallets.js';
import {
  type ActionStage,
  type ResolvedConfiguration,
  resolveConfiguration,
} from './configuration.js';
import { closing, isOpen, isWaiting, setRequests } from './shown-action.js';

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

type Requests = readonly ActionState[];
type Shown = Omit<ActionState, 'notice'>;

let lastId = 0;

/** Notices that are open at a time. If there are more, the oldest are dropped. */
const MOST = 3;

/** Identifies a notice: a request and its result have two. */
export const keyOf = ({ id, name }: Shown): string => `${id} ${name}`;

/** Its notice if the app wants one. A dialog says the same, so it has none next to it. */
const noticeOf = (one: Shown): ActionState['notice'] =>
  one.showNotification && !one.openModal ? 'open' : null;

/**
 * The requests after a change. The open ones come last and the newest of them is shown. A request has a
 * notice only while it is shown. If it is shown again, the notice comes back. The modal of a result
 * closes if something else is shown.
 */
function arrange(before: Requests, after: Requests): Requests {
  const was = before.at(-1);
  const sorted = [...after.filter((one) => !isOpen(one)), ...after.filter(isOpen)];
  const list = sorted.flatMap((one, at) => {
    const shown = at === sorted.length - 1;
    if (!isWaiting(one) || !isOpen(one)) return one.notice || (one.openModal && shown) ? one : [];
    if (!shown) return { ...one, notice: one.notice && ('closing' as const) };
    return was && keyOf(was) === keyOf(one) ? one : { ...one, notice: noticeOf(one) };
  });
  const openFrom = (at: number): number =>
    list.slice(at).filter(({ notice }) => notice === 'open').length;
  return list.filter(({ notice }, at) => notice !== 'open' || openFrom(at) <= MOST);
}

function change(store: Store<UiState>, by: (one: ActionState) => ActionState, added?: Shown): void {
  const { requests } = store.get();
  const changed = requests.map(by);
  if (added) changed.push({ ...added, notice: noticeOf(added) });
  setRequests(store, arrange(requests, changed));
}

/** Ends a request: the one under it is shown again. */
export const endAction = (store: Store<UiState>, id: number, added?: Shown): void =>
  change(store, (one) => (one.id === id ? closing(one) : one), added);

/** Shows a request, its result, or a piece of news, in place of what was shown of it before. */
export const addAction = (store: Store<UiState>, action: Shown): void =>
  endAction(store, action.id, action);

/** Changes a request that waits. It stays where it is in the order. */
export const updateAction = (store: Store<UiState>, id: number, news: Partial<Shown>): void =>
  change(store, (one) => (one.id === id && isOpen(one) ? { ...one, ...news } : one));

/** Closes a notice, or removes it if its exit has been played. */
export const setNotice = (
  store: Store<UiState>,
  key: string,
  notice: ActionState['notice'],
): void => change(store, (one) => (keyOf(one) === key ? { ...one, notice } : one));

function show({ store, widget }: Internals, action: Shown): void {
  addAction(store, action);
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
  const stateOf = (stage: ActionStage, more: More): Shown => ({
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
  const close = (): void => endAction(store, id);
  const showResult = (stage: 'success' | 'error', progress: RequestProgress): void => {
    const sent = stage === 'success' || current?.sent === true;
    show(internals, stateOf(stage, { progress, sent, opened: false, retry: null, close }));
  };

  let current: Shown | null = null;
  let cleared = false;
  const stop = watch(
    store,
    ({ stopped, wallet, requests }) =>
      stopped ||
      !wallet ||
      (current !== null && !requests.some((one) => one.id === id && isOpen(one))),
    () => {
      cleared = true;
      request.onCleared();
    },
  );
  const wait = (news?: News): void => {
    const begun = { progress: 'sending', sent: false, opened: false, retry: null } as const;
    const { progress, sent, opened, retry } = { ...begun, ...current, ...news };
    const first = !current;
    current = stateOf('before', { progress, sent, opened, retry, close: request.onClose });
    if (first) show(internals, current);
    else updateAction(store, id, current);
  };
  return {
    wait,
    silent() {
      if (current?.progress === 'sending') wait({ progress: 'silent' });
    },
    end(result, progress) {
      stop();
      if (cleared) return;
      if (result) showResult(result, progress);
      else close();
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
    close: () => undefined,
  });
}
