/**
 * Exclusive handling of a client event. A separate module, because nothing is intercepted before a sheet
 * opens.
 */

import { attempt, readJson } from '../launch/attempt.js';
import { head } from './head.js';
import type { Handler, Receive } from './inbox.js';

/**
 * Hides intercepted events from the window's other message listeners. In a frame, listeners are called in the
 * order in which they were added, so an earlier SDK cannot be stopped. (Chromium does not call capturing
 * listeners first there.) Instead, other scripts that read the data of an intercepted event get an unknown
 * event name. This package uses the native getter (find-host.ts). Returns a function that restores the
 * events.
 */
function hideTaken(takers: ReadonlyMap<string, Handler>): () => void {
  if (window.parent === window) return () => undefined;
  const { prototype } = MessageEvent;
  const property = () => Object.getOwnPropertyDescriptor(prototype, 'data') ?? {};
  const define = (how: PropertyDescriptor) =>
    attempt(() => Object.defineProperty(prototype, 'data', how));
  const before = property();
  const get = function (this: MessageEvent): unknown {
    const text: unknown = before.get?.call(this);
    const isTaken = this.source === window.parent && takers.has(Object(readJson(text)).eventType);
    return isTaken ? '{"eventType":"prichal_taken"}' : text;
  };
  define({ ...before, get });
  return () => {
    if (property().get === get) define(before);
  };
}

/**
 * Handles an event exclusively: no other script of the page receives it, not even an SDK that was loaded
 * earlier. An SDK that is loaded later and replaces this handler cannot be prevented. Returns a function that
 * ends this.
 */
export function intercept(type: string, handler: Handler): () => void {
  const { takers, ours, receivers } = head();
  takers.set(type, handler);
  const show = hideTaken(takers);
  const undo = receivers().map(([owner, name]) => {
    const next = owner[name];
    const before = Object.getOwnPropertyDescriptor(owner, name);
    // Defined, not assigned: an existing setter would add it after the earlier function.
    const define = (property: PropertyDescriptor) =>
      attempt(() => Object.defineProperty(owner, name, property));
    const value: Receive = (said, data) => {
      const taker = takers.get(said);
      if (taker) taker(data);
      else next?.(said, data);
    };
    if (!next || ours.has(next)) ours.add(value);
    define({ value, configurable: true, writable: true });
    return () => {
      if (before && owner[name] === value) define(before);
    };
  });
  return () => {
    takers.delete(type);
    show();
    for (const each of undo) each();
  };
}
