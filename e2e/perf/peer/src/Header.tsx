import { TonConnectButton } from '@tonconnect/ui-react';
import { Link } from './router';

export function Header() {
  return (
    <header className="header">
      <Link to="/" className="brand">
        Prichal
      </Link>
      <TonConnectButton className="connect" />
      <nav className="links" aria-label="О проекте">
        <Link to="/about" className="chip">
          О нас
        </Link>
        <Link to="/buy-prichal" className="chip">
          Купить Prichal
        </Link>
      </nav>
    </header>
  );
}
