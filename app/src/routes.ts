import type { Routes } from './shell/route';
import type { PageConfig } from './start/page-config';
import { t } from './words';

/** Returns the routes of the product's four pages (specification, section 2). */
export function routesOf({ name, slug }: PageConfig['product']): Routes {
  return {
    home: { path: '/', name, load: () => import('./pages/home') },
    wheel: { path: '/wheel', name: t('Колесо фортуны'), load: () => import('./pages/wheel') },
    about: { path: '/about', name: t('О нас'), load: () => import('./pages/about') },
    buy: {
      path: `/buy-${slug}`,
      name: t('Купить {}').replace('{}', name),
      load: () => import('./pages/buy'),
    },
  };
}
