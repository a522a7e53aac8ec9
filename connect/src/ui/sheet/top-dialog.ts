import { useSyncExternalStore } from 'react';

/*
 * Everything outside of an open modal dialog is inert, so what has to be reached while one is open
 * (a toast, another dialog) must stand inside the topmost. All widgets of a page share the stack.
 */
const open: HTMLDialogElement[] = [];
/**
 * When a dialog was shown last (`performance.now()`, ms). What stands in it could not be seen
 * before.
 */
export let lastShown = 0;
const listeners = new Set<() => void>();

const notify = (): void => {
  for (const listener of [...listeners]) listener();
};

/** Call when a modal dialog of ours was shown; returns what takes it off the stack again. */
export function stackDialog(dialog: HTMLDialogElement): () => void {
  open.push(dialog);
  lastShown = performance.now();
  notify();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    notify();
  };
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The dialog that the visitor can reach now; null when the page itself can be reached. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  );
