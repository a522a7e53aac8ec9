import { describe, expect, it } from 'vitest';
import { walletOf } from '../../testing/scripted-connector.js';
import type { ActionName, ActionState } from '../../types/action.js';
import { afterAction, close, drop, NO_NOTICES, type Notices } from './notices.js';

const action = (id: number, name: ActionName, showNotification = true): ActionState => ({
  id,
  name,
  progress: 'sending',
  showNotification,
  wallet: walletOf('alpha'),
  asked: null,
  time: null,
  openModal: false,
  sent: false,
  opened: false,
  openWallet: null,
  retry: null,
  close: () => undefined,
});

const after = (...actions: (ActionState | null)[]): Notices =>
  actions.reduce(afterAction, NO_NOTICES);
const standing = ({ list }: Notices) =>
  list.filter(({ open }) => open).map(({ action: { id, name } }) => `${id} ${name}`);

describe('notices', () => {
  it('come with the actions that are to be shown, and only with them', () => {
    expect(standing(after(action(1, 'transaction-sent')))).toEqual(['1 transaction-sent']);
    expect(standing(after(action(1, 'transaction-sent', false)))).toEqual([]);
    expect(standing(after(null))).toEqual([]);
  });

  it('do not come where a dialog says the same', () => {
    const dialog = { ...action(1, 'confirm-transaction'), openModal: true };
    expect(standing(after(dialog))).toEqual([]);
    expect(standing(after(dialog, action(1, 'transaction-sent')))).toEqual(['1 transaction-sent']);
  });

  it('do not repeat: the same action with other news is the same notice', () => {
    const sent = { ...action(1, 'confirm-transaction'), sent: true };
    const once = after(action(1, 'confirm-transaction'));
    expect(standing(afterAction(once, sent))).toEqual(['1 confirm-transaction']);
    const closed = drop(close(once, '1 confirm-transaction'), '1 confirm-transaction');
    expect(standing(afterAction(closed, sent))).toEqual([]);
  });

  it('of results stand together, the newest three', () => {
    const results = [1, 2, 3, 4].map((id) => action(id, 'transaction-sent'));
    expect(standing(after(...results))).toEqual([
      '2 transaction-sent',
      '3 transaction-sent',
      '4 transaction-sent',
    ]);
  });

  it('that leave take nobody’s place', () => {
    expect(
      standing(
        after(
          action(1, 'confirm-transaction'),
          action(1, 'transaction-sent'),
          action(2, 'confirm-sign-data'),
          action(2, 'sign-data-canceled'),
          action(3, 'confirm-transaction'),
        ),
      ),
    ).toEqual(['1 transaction-sent', '2 sign-data-canceled', '3 confirm-transaction']);
  });

  it.each(['confirm-transaction', 'confirm-sign-data'] as const)(
    'that ask to confirm (%s) go with any other action',
    (name) => {
      const asking = after(action(1, name));
      const first = `1 ${name}`;
      expect(standing(asking)).toEqual([first]);
      expect(standing(afterAction(asking, action(2, name)))).toEqual([`2 ${name}`]);
      expect(standing(afterAction(asking, action(1, 'data-signed')))).toEqual(['1 data-signed']);
      expect(standing(afterAction(asking, action(1, 'transaction-canceled', false)))).toEqual([]);
      expect(standing(afterAction(asking, null))).toEqual([]);
    },
  );

  it('of results stay when a request follows', () => {
    expect(
      standing(after(action(1, 'transaction-sent'), action(2, 'confirm-transaction'))),
    ).toEqual(['1 transaction-sent', '2 confirm-transaction']);
  });

  it('leave before they are gone', () => {
    const one = after(action(1, 'transaction-sent'));
    const leaving = close(one, '1 transaction-sent');
    expect(leaving.list).toHaveLength(1);
    expect(standing(leaving)).toEqual([]);
    expect(drop(leaving, '1 transaction-sent').list).toEqual([]);
  });
});
