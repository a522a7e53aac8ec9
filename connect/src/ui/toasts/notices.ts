import { isWaiting } from '../../store/selectors.js';
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
  /** The action that was heard of last: one that is repeated brings no notice back. */
  last: string | null;
  list: readonly Notice[];
};

export const NO_NOTICES: Notices = { last: null, list: [] };

/**
 * Hears of an action. Any other than the last takes away the notices that ask for confirmation: what
 * they asked is over. Only an action that is to be shown brings one of its own.
 */
export function hear({ last, list }: Notices, action: ActionState | null): Notices {
  const key = action && `${action.id} ${action.name}`;
  if (key === last) return { last, list };
  const rest = list.map((notice) =>
    isWaiting(notice.action) ? { ...notice, open: false } : notice,
  );
  if (!action?.showNotification || key === null) return { last: key, list: rest };
  const notice = { key, action, open: true };
  const all = [...rest.filter((other) => other.key !== key), notice];
  return { last: key, list: all.filter(({ open }, at) => !open || openFrom(all, at) <= MOST) };
}

/** How many stand from `at` on: one that leaves takes nobody's place. */
const openFrom = (list: readonly Notice[], at: number): number =>
  list.slice(at).filter(({ open }) => open).length;

/** Its time is over, or it was closed. */
export const close = ({ last, list }: Notices, key: string): Notices => ({
  last,
  list: list.map((notice) => (notice.key === key ? { ...notice, open: false } : notice)),
});

/** It has left. */
export const drop = ({ last, list }: Notices, key: string): Notices => ({
  last,
  list: list.filter((notice) => notice.key !== key),
});
