import type { ComponentType } from 'react';
import type { PageConfig } from './start/page-config';

type Product = PageConfig['product'];
type PageModule = { readonly default: ComponentType };

/** A page of the app: where it is, what it is called, and how its code comes. */
export interface Route {
  readonly path: string;
  /** What links and the document's title call it. */
  readonly name: string;
  readonly load: () => Promise<PageModule>;
}

/** The four pages of this product (specification, section 2). */
export function routesOf({ name, slug }: Product) {
  return {
    home: { path: '/', name, load: () => import('./pages/home') },
    wheel: { path: '/wheel', name: 'Колесо фортуны', load: () => import('./pages/wheel') },
    about: { path: '/about', name: 'О нас', load: () => import('./pages/about') },
    buy: { path: `/buy-${slug}`, name: `Купить ${name}`, load: () => import('./pages/buy') },
  } satisfies Record<string, Route>;
}

export type Routes = ReturnType<typeof routesOf>;

export function findRoute(routes: Routes, path: string): Route | undefined {
  return Object.values(routes).find((route) => route.path === path);
}

/** A page whose code is on its way (`load`) or there (`page`). */
interface Arrival {
  readonly load: Promise<void>;
  page?: ComponentType;
}

const arrivals = new Map<string, Arrival>();

/** Starts loading a page's code, once. A failed load is forgotten, so that the next try is fresh. */
export function preload(route: Route): Arrival {
  const known = arrivals.get(route.path);
  if (known) return known;
  const arrival: Arrival = {
    load: route.load().then(
      (module) => {
        arrival.page = module.default;
      },
      (error: unknown) => {
        arrivals.delete(route.path);
        throw error;
      },
    ),
  };
  // Whoever shows the page sees the failure; a preload nobody waits for must stay silent.
  arrival.load.catch(() => undefined);
  arrivals.set(route.path, arrival);
  return arrival;
}
