import type { ComponentType } from 'react';
import { loadWithRetry } from './load-with-retry';

type PageModule = { readonly default: ComponentType };

/** A page of the app: where it is, what it is called, and how its code comes. */
export interface Route {
  readonly path: string;
  /** What links and the document's title call it. */
  readonly name: string;
  readonly load: () => Promise<PageModule>;
}

export type Routes = Readonly<Record<'home' | 'wheel' | 'about' | 'buy', Route>>;

export function findRoute(routes: Routes, path: string): Route | undefined {
  return Object.values(routes).find((route) => route.path === path);
}

/**
 * A page's code on its way. Carries React's marks of a settled promise once it is there, so that
 * `use` shows a preloaded page at once instead of suspending for a tick.
 */
type PageArrival = Promise<PageModule>;

const arrivals = new Map<string, PageArrival>();
const failed = new WeakSet<PageArrival>();

/** Starts loading a page's code, once; anew where it could not be had. */
export function preload(route: Route): PageArrival {
  const known = arrivals.get(route.path);
  if (known && !failed.has(known)) return known;
  const arrival: PageArrival = loadWithRetry(route.load).then((value) => {
    Object.assign(arrival, { status: 'fulfilled', value });
    return value;
  });
  // Whoever shows the page sees the failure; a preload nobody waits for must stay silent.
  arrival.catch(() => failed.add(arrival));
  arrivals.set(route.path, arrival);
  return arrival;
}

/**
 * The page's code for whoever shows it: one promise, failed or not, so that showing it ends in the
 * error and not in another try.
 */
export function arrivalOf(route: Route): PageArrival {
  return arrivals.get(route.path) ?? preload(route);
}
