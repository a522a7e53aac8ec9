import { useSyncExternalStore } from 'react';

/*
 * Everything outside an open modal dialog is inert, so a toast or another dialog must be inside the topmost
 * dialog. All widgets of a page share the stack.
 */
const open: HTMLDialogElement[] = [];
/**
 * When a dialog was last shown (`performance.now()`, ms). Its content was not visible before.
 */
export let lastShown = 0;
const listeners = new Set<() => void>();

const notify = (): void => {
  for (const listener of [...listeners]) listener();
};

/** Adds a shown modal dialog to the stack. Returns a function that removes it. */
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

/** Returns the topmost dialog. Null if no dialog is open. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  );
