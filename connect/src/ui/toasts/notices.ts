import { isWaiting } from '../../actions/action-lifecycle.js';
import type { ActionState } from '../../types/action.js';

/** Notices that stand at a time; an app that sends more shows the newest. */
const MOST = 3;

export type Notice = {
  key: string;
  action: ActionState;
  /** False while it leaves. */
  open: boolean;
};

export type Notices = {
  /** The last action. The same one again brings no notice back. */
  last: string | null;
  list: readonly Notice[];
};

export const NO_NOTICES: Notices = { last: null, list: [] };

/**
 * The notices after an action. News of the last action are told by its notice, while that stands; a new
 * action closes the notices that ask for confirmation, because
 * their requests are over; it gets a notice of its own if it is to be shown
 * and has no dialog, which would say the same.
 */
export function afterAction({ last, list }: Notices, action: ActionState | null): Notices {
  const key = action && `${action.id} ${action.name}`;
  if (action && key === last) {
    return { last, list: list.map((one) => (one.key === key ? { ...one, action } : one)) };
  }
  const rest = list.map((notice) =>
    isWaiting(notice.action) ? { ...notice, open: false } : notice,
  );
  if (!action?.showNotification || action.openModal || key === null)
    return { last: key, list: rest };
  const notice = { key, action, open: true };
  const all = [...rest.filter((other) => other.key !== key), notice];
  return { last: key, list: all.filter(({ open }, at) => !open || openFrom(all, at) <= MOST) };
}

/** How many open notices there are from `at` on; those that are leaving do not count. */
const openFrom = (list: readonly Notice[], at: number): number =>
  list.slice(at).filter(({ open }) => open).length;

/** Starts a notice's exit: its time is over, or it was closed. */
export const close = ({ last, list }: Notices, key: string): Notices => ({
  last,
  list: list.map((notice) => (notice.key === key ? { ...notice, open: false } : notice)),
});

/** Removes a notice whose exit has been played. */
export const drop = ({ last, list }: Notices, key: string): Notices => ({
  last,
  list: list.filter((notice) => notice.key !== key),
});
