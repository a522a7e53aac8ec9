import type { ReactNode } from 'react';
import { Footer } from './footer';
import { Header } from './header';
import { SkipLink } from './skip-link';

interface ShellProps {
  /** The wallet's button. */
  readonly connect: ReactNode;
  readonly children: ReactNode;
}

/** Header, page and tab bar: what every page has. */
export function Shell({ connect, children }: ShellProps) {
  return (
    <div className="shell">
      <SkipLink />
      <Header connect={connect} />
      <main className="main" id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
