import { type Text, t } from '../words';
import { useConfig } from './config-context';
import { usePath, usePressedTab } from './location';
import type { Routes } from './route';
import { RouteLink } from './route-link';

interface Tab {
  readonly label: Text | 'MP';
  readonly route: keyof Routes;
  /** Path inside the ring of the icon. */
  readonly glyph: string;
}

/** Tabs of the tab bar (specification, section 2). Three of the four lead home. */
const TABS: readonly Tab[] = [
  { label: 'MP', route: 'home', glyph: 'M8 8.5h8M9.5 9v7M14.5 9v7' },
  { label: 'Торговля', route: 'home', glyph: 'M8 10h8l-2-2M16 14H8l2 2' },
  { label: 'Заработок', route: 'home', glyph: 'M12 16V8M9 11l3-3 3 3' },
  { label: 'Колесо фортуны', route: 'wheel', glyph: 'M12 3v18M4 7.5l16 9M4 16.5l16-9' },
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
            {/* Each tab has an icon of its own in the help icon's ring. */}
            <svg className="tab-icon" viewBox="0 0 24 24" aria-hidden="true">
              <circle className="tab-ring" cx="12" cy="12" r="9" />
              <path d={tab.glyph} />
            </svg>
            <span className="tab-label">{wordsOf(tab)}</span>
          </RouteLink>
        ))}
      </nav>
    </footer>
  );
}
