import '../style/layers.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openWallet } from '../wallet/open-wallet';
import { NEEDS_SECURE_CONTEXT } from '../wallet/secure-context';
import { Stand } from './Stand';
import { readSite } from './site';

const root = document.getElementById('root');
if (root && !isSecureContext) root.textContent = NEEDS_SECURE_CONTEXT;
else if (root) {
  const [wallet, site] = await Promise.all([
    openWallet(location.origin),
    readSite(location.origin),
  ]);
  createRoot(root).render(
    <StrictMode>
      <Stand wallet={wallet} site={site} />
    </StrictMode>,
  );
}
