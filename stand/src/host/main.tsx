import '../style/layers.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { NEEDS_SECURE_CONTEXT } from '../wallet/secure-context';
import { openWallet } from '../wallet/wallet';
import { Stand } from './Stand';

/** The app's name, as its manifest says it. */
async function appName(): Promise<string> {
  try {
    const manifest = (await (await fetch('/tonconnect-manifest.json')).json()) as {
      name?: unknown;
    };
    if (typeof manifest.name === 'string') return manifest.name;
  } catch {
    // No manifest, no name: the stand works all the same.
  }
  return 'Mini app';
}

const root = document.getElementById('root');
if (root && !isSecureContext) root.textContent = NEEDS_SECURE_CONTEXT;
else if (root) {
  const [wallet, title] = await Promise.all([openWallet(location.origin), appName()]);
  createRoot(root).render(
    <StrictMode>
      <Stand wallet={wallet} title={title} />
    </StrictMode>,
  );
}
