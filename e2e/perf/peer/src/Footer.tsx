import { Link } from './router';

const TABS = [
  { label: 'MP', to: '/' },
  { label: 'Торговля', to: '/' },
  { label: 'Заработок', to: '/' },
  { label: 'Колесо фортуны', to: '/wheel' },
];

export function Footer() {
  return (
    <footer className="footer">
      <nav className="tabs" aria-label="Разделы">
        {TABS.map(({ label, to }) => (
          <Link key={label} to={to} className="tab">
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <circle cx="12" cy="12" r="9" />
              <path d="M9 10a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 17v.1" />
            </svg>
            {label}
          </Link>
        ))}
      </nav>
    </footer>
  );
}
