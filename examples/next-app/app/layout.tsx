import { TonConnectUIProvider } from '@prichal/connect';
import type { ReactNode } from 'react';

export const metadata = { title: 'Prichal with Next.js' };

const manifestUrl = 'https://app.example/tonconnect-manifest.json';

// A server component: the package itself has 'use client'.
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <TonConnectUIProvider manifestUrl={manifestUrl}>
          {children}
        </TonConnectUIProvider>
      </body>
    </html>
  );
}
