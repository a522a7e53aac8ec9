import { createRoot } from 'react-dom/client';
import type { Core } from '../controller/core.js';
import { Boundary } from './boundary/Boundary.js';
import { ConnectButton } from './connect-button/ConnectButton.js';

/** A connect button in an element of a page that has no React of its own. Returns what removes it. */
export function mountButton(core: Core, element: Element): () => void {
  const root = createRoot(element);
  root.render(
    <Boundary>
      <ConnectButton core={core} />
    </Boundary>,
  );
  return () => queueMicrotask(() => root.unmount());
}
