import { createContext, useContext } from 'react';
import { type Routes, routesOf } from '../routes';
import { type PageConfig, parsePageConfig } from '../start/page-config';

/** What every part of the shell may want to know. */
export interface AppConfig {
  readonly product: PageConfig['product'];
  readonly routes: Routes;
}

export function appConfig({ product }: PageConfig): AppConfig {
  return { product, routes: routesOf(product) };
}

export const ConfigContext = createContext<AppConfig>(appConfig(parsePageConfig('{}')));

export const useConfig = (): AppConfig => useContext(ConfigContext);
