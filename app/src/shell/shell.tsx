import type { ReactNode } from 'react';
import { Footer } from './footer';
import { Header } from './header';
import { SkipLink } from './skip-link';

interface ShellProps {
  /** The wallet button. */
  readonly connect: ReactNode;
  readonly children: ReactNode;
}

/** Layout of every page: header, page and tab bar. */
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
