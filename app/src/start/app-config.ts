import { routesOf } from '../routes';
import type { AppConfig } from '../shell/config-context';
import type { PageConfig } from './page-config';

/** Converts the page configuration to the app's configuration. */
export function appConfig({ product }: { readonly product: PageConfig['product'] }): AppConfig {
  return { product, routes: routesOf(product) };
}
