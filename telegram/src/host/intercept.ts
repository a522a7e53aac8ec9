/** An event of the client for one listener alone. By itself: nothing is intercepted before a sheet opens. */

import { attempt, readJson } from '../launch/attempt.js';
import { head } from './head.js';
import type { Handler, Receive } from './inbox.js';

/**
 * In a frame the client's events are messages of the window. Its listeners are called in the order in which
 * they came (Chromium does not call capturing ones first there), so an SDK that came before us cannot be
 * stopped. But each of them has to read what the message says: of an event that somebody here has for
 * themselves it reads a name that means nothing. (The channel reads past this: find-host.ts.) Returns a
 * function that ends it.
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
 * Has an event for itself: nobody else on the page hears of it, not even another SDK that was there
 * before. (One that comes later, and puts itself before us, cannot be kept from it.) Returns a function
 * that gives it back.
 */
export function intercept(type: string, handler: Handler): () => void {
  const { takers, ours, receivers } = head();
  takers.set(type, handler);
  const show = hideTaken(takers);
  const undo = receivers().map(([owner, name]) => {
    const next = owner[name];
    const before = Object.getOwnPropertyDescriptor(owner, name);
    // Defined, not assigned: a setter would put it behind what is there.
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
