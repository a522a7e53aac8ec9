import type { ReactNode } from 'react';
import { t } from '../words';
import { useConfig } from './config-context';
import { usePath } from './location';
import { Mark } from './mark';
import { RouteLink } from './route-link';

/**
 * Mark, product name, two text links, and the wallet button, which never wraps. On phones the links
 * have their own row.
 */
export function Header({ connect }: { readonly connect: ReactNode }) {
  const { product, routes } = useConfig();
  const path = usePath();
  return (
    <header className="header">
      <div className="header-row">
        <RouteLink route={routes.home} className="brand" current={false}>
          <Mark className="brand-mark" />
          <span className="brand-name">{product.name}</span>
        </RouteLink>
        <nav className="links" aria-label={t('О проекте')}>
          <RouteLink route={routes.about} className="chip" current={path === routes.about.path}>
            {routes.about.name}
          </RouteLink>
          <RouteLink route={routes.buy} className="chip" current={path === routes.buy.path}>
            {routes.buy.name}
          </RouteLink>
        </nav>
        <div className="connect" id="ton-connect-button">
          {connect}
        </div>
      </div>
    </header>
  );
}
