import type { RequestContext } from '../internals.js';
import { loadRequestWords } from '../language/load-request-words.js';
import { closing, setRequests } from '../modal.js';
import type { ActionName, ActionState, RequestProgress, Store, UiState } from '../state.js';
import { watch } from '../store.js';
import type { CurrentWallet } from '../wallets/wallet-info.js';
import {
  type ActionStage,
  type ResolvedConfiguration,
  resolveConfiguration,
} from './configuration.js';

type Shown = Omit<ActionState, 'notice'>;

let lastId = 0;

/** Whether the request is pending: it asks the user to confirm. */
export const isWaiting = ({ name }: ActionState): boolean => name.startsWith('confirm');

/** Notices that are open at a time. If there are more, the oldest are dropped. */
const MOST = 3;

/** Identifies a notice: a request and its result have two. */
export const keyOf = ({ id, name }: Shown): string => `${id} ${name}`;

/** Adds a notice if the app's configuration has one. A request with a modal has no notice. */
const withNotice = (one: Shown): ActionState => ({
  ...one,
  notice: one.showNotification && !one.openModal ? 'open' : null,
});

/**
 * Changes the requests. The open ones come last and the newest of them is shown. A request has a notice
 * only while it is shown. If it is shown again, the notice comes back. The modal of a result closes if
 * something else is shown.
 */
function change(store: Store<UiState>, by: (one: ActionState) => ActionState, added?: Shown): void {
  const { requests } = store.get();
  const was = requests.at(-1);
  const all = requests.map(by);
  if (added) all.push(withNotice(added));
  const open = all.filter((one) => one.open);
  const list = [
    ...all.filter((one) => !one.open && one.notice),
    ...open.flatMap((one) => {
      if (one === open.at(-1)) return one.id === was?.id ? one : withNotice(one);
      return isWaiting(one) ? { ...one, notice: one.notice && ('closing' as const) } : [];
    }),
  ];
  const oldest = list.filter(({ notice }) => notice === 'open').slice(0, -MOST);
  setRequests(
    store,
    list.filter((one) => !oldest.includes(one)),
  );
}

/** Ends a request. The previous request is shown again. */
export const endAction = (store: Store<UiState>, id: number, added?: Shown): void =>
  change(store, (one) => (one.id === id ? closing(one) : one), added);

/**
 * Shows a request, its result or a message, and replaces its previous entry. A pending request keeps its
 * place in the order.
 */
export function addAction(store: Store<UiState>, action: Shown): void {
  const isSame = (one: ActionState): boolean => one.open && keyOf(one) === keyOf(action);
  if (store.get().requests.some(isSame)) {
    change(store, (one) => (isSame(one) ? { ...one, ...action } : one));
  } else endAction(store, action.id, action);
}

/** Sets the state of a notice: `closing` plays its exit, null removes it. */
export const setNotice = (
  store: Store<UiState>,
  key: string,
  notice: ActionState['notice'],
): void => change(store, (one) => (keyOf(one) === key ? { ...one, notice } : one));

const SENT = ['signed', 'refused', 'failed', 'left', 'expired'] as const;
const SILENT = [...SENT, 'stuck', 'sent', 'unsent'] as const;

/**
 * The states of a request. An event has the name of the state that it leads to. Each state lists the events
 * that it handles, and ignores all others. The first is `sending`.
 */
export const REQUEST_STATES: Record<RequestProgress, readonly RequestProgress[]> = {
  sending: [...SILENT, 'silent'],
  stuck: ['sending', 'unsent'],
  silent: SILENT,
  sent: SENT,
  left: ['late'],
  expired: ['late'],
  signed: [],
  late: [],
  refused: [],
  failed: [],
  unsent: [],
};

/** Returns the stage of a state, which selects the app's settings and the request's name. */
function stageOf(progress: RequestProgress): ActionStage {
  if (REQUEST_STATES[progress].length > 1) return 'before';
  return progress === 'signed' || progress === 'late' ? 'success' : 'error';
}

function show({ store, widget }: RequestContext, action: Shown): void {
  addAction(store, action);
  if (!action.openModal && !action.showNotification) return;
  // The sheet, the notices and their texts load lazily. The request does not wait for them.
  loadRequestWords(store.get()).catch(() => undefined);
  widget.load().catch(() => undefined);
}

type News = Partial<Pick<ActionState, 'opened' | 'retry'>>;

type Request = Pick<ActionState, 'wallet' | 'openWallet' | 'asked' | 'time'> & {
  names: Record<ActionStage, ActionName>;
  configuration: ResolvedConfiguration;
  /** The user closed the modal. */
  onClose: () => void;
  /** The wallet or the widget is gone, or all requests were cancelled. */
  onCleared: () => void;
};

/** One request, which follows `REQUEST_STATES`, and its entry in the store. */
export type ActionLifecycle = {
  /** Shows that the request waits, unless an event has done so. */
  begin(): void;
  /**
   * Shows the state after an event, or ends the entry if `news` is null. Returns the state before the
   * event; null if the event is ignored.
   */
  on(event: RequestProgress, news?: News | null): RequestProgress | null;
};

export function createActionLifecycle(
  internals: RequestContext,
  request: Request,
): ActionLifecycle {
  const { store } = internals;
  const { names, configuration, onClose, onCleared, ...entry } = request;
  lastId += 1;
  const id = lastId;
  let progress: RequestProgress = 'sending';
  let begun = false;
  const update = (news: News = {}): void => {
    const stage = stageOf(progress);
    const openModal = configuration.modals.includes(stage);
    begun = true;
    show(internals, {
      ...entry,
      id,
      progress,
      name: names[stage],
      open: stage === 'before' || openModal,
      openModal,
      showNotification: configuration.notifications.includes(stage),
      sent: stage === 'success' || progress === 'sent',
      opened: false,
      retry: null,
      close: stage === 'before' ? onClose : () => endAction(store, id),
      ...news,
    });
  };
  const unwatch = watch(
    store,
    ({ stopped, wallet, requests }) =>
      stopped || !wallet || (begun && !requests.some((one) => one.id === id && one.open)),
    onCleared,
  );
  return {
    begin() {
      if (!begun) update();
    },
    on(event, news) {
      const before = progress;
      if (!REQUEST_STATES[before].includes(event)) return null;
      progress = event;
      if (stageOf(event) !== 'before') unwatch();
      if (news === null) endAction(store, id);
      else update(news);
      return before;
    },
  };
}

/** Shows a notice that the wallet has disconnected. */
export function tellDisconnected(internals: RequestContext, wallet: CurrentWallet): void {
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
    open: false,
    openModal: false,
    sent: false,
    opened: false,
    openWallet: null,
    retry: null,
    close: () => undefined,
  });
}
