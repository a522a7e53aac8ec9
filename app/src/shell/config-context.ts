import { createContext, useContext } from 'react';
import type { PageConfig } from '../start/page-config';
import type { Routes } from './route';

/** Configuration that every part of the shell can read. */
export interface AppConfig {
  readonly product: PageConfig['product'];
  readonly routes: Routes;
}

/** Provided by the component that renders the shell or a part of it. */
export const ConfigContext = createContext<AppConfig | null>(null);

export function useConfig(): AppConfig {
  const config = useContext(ConfigContext);
  if (!config) throw new Error('a part of the shell stands in no ConfigContext');
  return config;
}
