import { createContext, useContext } from 'react';
import { type Routes, routesOf } from '../routes';
import { DEFAULT_PRODUCT, type PageConfig } from '../start/page-config';

/** What every part of the shell may want to know. */
export interface AppConfig {
  readonly product: PageConfig['product'];
  readonly routes: Routes;
}

export function appConfig({ product }: { readonly product: PageConfig['product'] }): AppConfig {
  return { product, routes: routesOf(product) };
}

export const ConfigContext = createContext<AppConfig>(appConfig({ product: DEFAULT_PRODUCT }));

export const useConfig = (): AppConfig => useContext(ConfigContext);
