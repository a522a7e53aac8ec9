import { TonConnectUIProvider } from '@prichal/connect';
import type { AppProps } from 'next/app';

const manifestUrl = 'https://app.example/tonconnect-manifest.json';

export default function App({ Component, pageProps }: AppProps) {
  return (
    <TonConnectUIProvider manifestUrl={manifestUrl}>
      <Component {...pageProps} />
    </TonConnectUIProvider>
  );
}
