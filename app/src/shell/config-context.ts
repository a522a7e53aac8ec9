import { createContext, useContext } from 'react';
import type { PageConfig } from '../start/page-config';
import type { Routes } from './route';

/** What every part of the shell may want to know. */
export interface AppConfig {
  readonly product: PageConfig['product'];
  readonly routes: Routes;
}

/** Whoever renders a part of the shell gives it. */
export const ConfigContext = createContext<AppConfig | null>(null);

export function useConfig(): AppConfig {
  const config = useContext(ConfigContext);
  if (!config) throw new Error('a part of the shell stands in no ConfigContext');
  return config;
}
