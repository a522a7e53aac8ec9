import { describe, expect, it } from 'vitest';
import { walletOf } from '../../testing/scripted-connector.js';
import { clearActions } from '../modal.js';
import type { ActionName, ActionState, RequestProgress } from '../state.js';
import { INITIAL_STATE } from '../state.js';
import { createStore } from '../store.js';
import { addAction, endAction, keyOf, REQUEST_STATES, setNotice } from './action-lifecycle.js';

type Shown = Omit<ActionState, 'notice'>;

const action = (id: number, name: ActionName, showNotification = true): Shown => ({
  id,
  name,
  progress: 'sending',
  showNotification,
  wallet: walletOf('alpha'),
  asked: null,
  time: null,
  open: name.startsWith('confirm'),
  openModal: false,
  sent: false,
  opened: false,
  openWallet: null,
  retry: null,
  close: () => undefined,
});
const dialog = (id: number, name: ActionName): Shown => ({
  ...action(id, name),
  open: true,
  openModal: true,
});

function after(...actions: Shown[]) {
  const store = createStore(INITIAL_STATE);
  for (const one of actions) addAction(store, one);
  const list = () => store.get().requests;
  return {
    store,
    list,
    shown: () => list().at(-1),
    open: () =>
      list()
        .filter(({ notice }) => notice === 'open')
        .map(keyOf),
  };
}

describe('notices', () => {
  it('appear only for the configured actions', () => {
    expect(after(action(1, 'transaction-sent')).open()).toEqual(['1 transaction-sent']);
    expect(after(action(1, 'transaction-sent', false)).open()).toEqual([]);
    expect(after().open()).toEqual([]);
  });

  it('do not appear together with a dialog', () => {
    const { store, open } = after(dialog(1, 'confirm-transaction'));
    expect(open()).toEqual([]);
    addAction(store, action(1, 'transaction-sent'));
    expect(open()).toEqual(['1 transaction-sent']);
  });

  it('are updated, not repeated, for the same action', () => {
    const { store, list, open } = after(action(1, 'confirm-transaction'));
    addAction(store, { ...action(1, 'confirm-transaction'), sent: true });
    expect(list()).toMatchObject([{ sent: true, notice: 'open' }]);
    for (const notice of ['closing', null] as const) {
      setNotice(store, '1 confirm-transaction', notice);
      addAction(store, { ...action(1, 'confirm-transaction'), sent: true });
      expect(open()).toEqual([]);
      expect(list()).toHaveLength(1);
    }
  });

  it('of results are shown together, at most the newest three', () => {
    const results = [1, 2, 3, 4].map((id) => action(id, 'transaction-sent'));
    expect(after(...results).open()).toEqual([
      '2 transaction-sent',
      '3 transaction-sent',
      '4 transaction-sent',
    ]);
  });

  it('that are closing do not count', () => {
    expect(
      after(
        action(1, 'confirm-transaction'),
        action(1, 'transaction-sent'),
        action(2, 'confirm-sign-data'),
        action(2, 'sign-data-canceled'),
        action(3, 'confirm-transaction'),
      ).open(),
    ).toEqual(['1 transaction-sent', '2 sign-data-canceled', '3 confirm-transaction']);
  });

  it.each(['confirm-transaction', 'confirm-sign-data'] as const)(
    'that ask to confirm (%s) go with any other action',
    (name) => {
      const asking = () => after(action(1, name));
      const then = (...more: Shown[]) => after(action(1, name), ...more).open();
      expect(asking().open()).toEqual([`1 ${name}`]);
      expect(then(action(2, name))).toEqual([`2 ${name}`]);
      expect(then(action(1, 'data-signed'))).toEqual(['1 data-signed']);
      expect(then(action(1, 'transaction-canceled', false))).toEqual([]);
      const { store, open } = asking();
      clearActions(store);
      expect(open()).toEqual([]);
    },
  );

  it('of results stay when a request follows, and after a cancellation', () => {
    const { store, open } = after(action(1, 'transaction-sent'), action(2, 'confirm-transaction'));
    expect(open()).toEqual(['1 transaction-sent', '2 confirm-transaction']);
    clearActions(store);
    expect(open()).toEqual(['1 transaction-sent']);
  });

  it('play their exit before they are removed', () => {
    const { store, list, open } = after(action(1, 'transaction-sent'));
    setNotice(store, '1 transaction-sent', 'closing');
    expect(list()).toHaveLength(1);
    expect(open()).toEqual([]);
    setNotice(store, '1 transaction-sent', null);
    expect(list()).toEqual([]);
  });
});

describe('the order of requests', () => {
  it('shows the newest, then the previous one with its notice', () => {
    const { store, shown, open } = after(
      action(1, 'confirm-transaction'),
      action(2, 'confirm-transaction'),
      action(3, 'confirm-sign-data'),
    );
    setNotice(store, '1 confirm-transaction', null);
    addAction(store, { ...action(1, 'confirm-transaction'), sent: true });
    expect(shown()).toMatchObject({ id: 3 });
    addAction(store, action(3, 'data-signed'));
    expect(shown()).toMatchObject({ id: 2 });
    endAction(store, 2);
    expect(shown()).toMatchObject({ id: 1, sent: true });
    expect(open()).toEqual(['3 data-signed', '1 confirm-transaction']);
  });

  it('keeps a dialog that is shown when another request ends without one', () => {
    for (const top of [dialog(2, 'confirm-sign-data'), dialog(2, 'data-signed')]) {
      const { store, shown } = after(dialog(1, 'confirm-transaction'), top);
      addAction(store, action(1, 'transaction-sent'));
      expect(shown()).toMatchObject({ id: 2, name: top.name, openModal: true });
    }
  });

  it('closes the dialog of a result for good when another is shown', () => {
    const { store, list } = after(dialog(1, 'data-signed'), dialog(2, 'confirm-transaction'));
    endAction(store, 2);
    expect(list()).toEqual([]);
  });

  it('removes an ended request without a notice', () => {
    const { store, list } = after(dialog(1, 'confirm-transaction'), action(2, 'confirm-sign-data'));
    clearActions(store);
    expect(list()).toMatchObject([{ id: 2, open: false, notice: 'closing' }]);
    setNotice(store, '2 confirm-sign-data', null);
    expect(list()).toEqual([]);
  });
});

describe('the states of a request', () => {
  const states = Object.keys(REQUEST_STATES) as RequestProgress[];
  const reachedFrom = (first: RequestProgress): Set<RequestProgress> => {
    const reached = new Set([first]);
    for (const state of reached) for (const next of REQUEST_STATES[state]) reached.add(next);
    return reached;
  };

  /** Each event, with the states that handle it. All other states ignore it. */
  const EVENTS: Record<RequestProgress, RequestProgress[]> = {
    sending: ['stuck'],
    stuck: ['sending', 'silent'],
    silent: ['sending'],
    sent: ['sending', 'silent'],
    signed: ['sending', 'silent', 'sent'],
    refused: ['sending', 'silent', 'sent'],
    failed: ['sending', 'silent', 'sent'],
    left: ['sending', 'silent', 'sent'],
    expired: ['sending', 'silent', 'sent'],
    unsent: ['sending', 'stuck', 'silent'],
    late: ['left', 'expired'],
  };

  it.each(states)('%s: every event is handled or ignored', (state) => {
    const handled = states.filter((event) => EVENTS[event].includes(state));
    expect([...REQUEST_STATES[state]].sort()).toEqual(handled.sort());
  });

  it('can all be reached, and all end', () => {
    expect([...reachedFrom('sending')].sort()).toEqual([...states].sort());
    for (const state of states) {
      const ends = [...reachedFrom(state)].filter((one) => REQUEST_STATES[one].length === 0);
      expect(ends, state).not.toEqual([]);
    }
  });
});
