import { routesOf } from '../routes';
import type { AppConfig } from '../shell/config-context';
import type { PageConfig } from './page-config';

/** What the page's configuration makes of the app. */
export function appConfig({ product }: { readonly product: PageConfig['product'] }): AppConfig {
  return { product, routes: routesOf(product) };
}
