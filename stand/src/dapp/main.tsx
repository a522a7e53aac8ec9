import '../style/layers.css';
import { TonConnectUIProvider } from '@prichal/connect';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './Console';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <TonConnectUIProvider
        manifestUrl={`${location.origin}/tonconnect-manifest.json`}
        walletsListSource={`${location.origin}/wallets-v2.json`}
      >
        <Console />
      </TonConnectUIProvider>
    </StrictMode>,
  );
