import { type Text, t } from '../words';
import { useConfig } from './config-context';
import { HelpIcon } from './help-icon';
import { usePath, usePressedTab } from './location';
import type { Routes } from './route';
import { RouteLink } from './route-link';

interface Tab {
  readonly label: Text | 'MP';
  readonly route: keyof Routes;
}

/** Tabs of the tab bar (specification, section 2). Three of the four lead home. */
const TABS: readonly Tab[] = [
  { label: 'MP', route: 'home' },
  { label: 'Торговля', route: 'home' },
  { label: 'Заработок', route: 'home' },
  { label: 'Колесо фортуны', route: 'wheel' },
];

const wordsOf = ({ label }: Tab): string => (label === 'MP' ? label : t(label));

/** Returns the tab that leads to this path: the pressed one if several do, else the first. */
function currentTab(routes: Routes, path: string, pressed: string | null): Tab | undefined {
  const here = TABS.filter((tab) => routes[tab.route].path === path);
  return here.find((tab) => wordsOf(tab) === pressed) ?? here[0];
}

export function Footer() {
  const { routes } = useConfig();
  const path = usePath();
  const current = currentTab(routes, path, usePressedTab());
  return (
    <footer className="footer">
      {/* Filled by connection-notice.ts, which loads after the first paint. */}
      <p className="notice" role="status" />
      <nav className="tabs" aria-label={t('Разделы')}>
        {TABS.map((tab) => (
          <RouteLink
            key={tab.label}
            route={routes[tab.route]}
            className="tab"
            current={tab === current}
            tab={wordsOf(tab)}
          >
            <HelpIcon />
            <span className="tab-label">{wordsOf(tab)}</span>
          </RouteLink>
        ))}
      </nav>
    </footer>
  );
}
