import '../style/layers.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openWallet } from './open-wallet';
import { NEEDS_SECURE_CONTEXT } from './secure-context';
import { WalletPage } from './ui/WalletPage';

/** Takes the request out of the address, if there is one, so that a reload does not repeat it. */
function takeLink(): string | null {
  const { href, search, pathname } = location;
  if (!/[?&](v|r|id|ret|startapp)=/.test(search)) return null;
  history.replaceState(null, '', pathname);
  return href;
}

const root = document.getElementById('root');
if (root && !isSecureContext) root.textContent = NEEDS_SECURE_CONTEXT;
else if (root) {
  const link = takeLink();
  const wallet = await openWallet(location.origin);
  createRoot(root).render(
    <StrictMode>
      <WalletPage wallet={wallet} link={link} />
    </StrictMode>,
  );
}
