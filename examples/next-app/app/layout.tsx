import { TonConnectUIProvider } from '@prichal/connect';
import type { ReactNode } from 'react';

export const metadata = { title: 'Prichal with Next.js' };

/** A server component: the package says itself that its components are for the client. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <TonConnectUIProvider manifestUrl="https://app.example/tonconnect-manifest.json">
          {children}
        </TonConnectUIProvider>
      </body>
    </html>
  );
}
