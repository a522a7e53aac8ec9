import type { ComponentType } from 'react';
import { loadWithRetry } from './load-with-retry';

type PageModule = { readonly default: ComponentType };

/** A page of the app: path, name, and the function that loads its code. */
export interface Route {
  readonly path: string;
  /** Name in links and in the document title. */
  readonly name: string;
  readonly load: () => Promise<PageModule>;
}

export type Routes = Readonly<Record<'home' | 'wheel' | 'about' | 'buy', Route>>;

export function findRoute(routes: Routes, path: string): Route | undefined {
  return Object.values(routes).find((route) => route.path === path);
}

/**
 * Promise of a page's code. When it settles, it gets React's fields of a settled promise, so that
 * `use` shows a preloaded page at once instead of suspending for a tick.
 */
type PageArrival = Promise<PageModule>;

const arrivals = new Map<string, PageArrival>();
const failed = new WeakSet<PageArrival>();

/** Loads a page's code once. Loads it again if the previous load failed. */
export function preload(route: Route): PageArrival {
  const existing = arrivals.get(route.path);
  if (existing && !failed.has(existing)) return existing;
  const arrival: PageArrival = loadWithRetry(route.load).then((value) => {
    Object.assign(arrival, { status: 'fulfilled', value });
    return value;
  });
  // The component that shows the page reports the failure. A preload must not cause an unhandled
  // rejection.
  arrival.catch(() => failed.add(arrival));
  arrivals.set(route.path, arrival);
  return arrival;
}

/**
 * Returns the promise of the page's code for rendering. A failed promise is returned as well, so
 * that rendering ends in the error instead of another attempt.
 */
export function arrivalOf(route: Route): PageArrival {
  return arrivals.get(route.path) ?? preload(route);
}
