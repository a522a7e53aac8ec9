import { createRoot } from 'react-dom/client';
import type { ButtonRoot, WidgetView } from '../core/internals.js';
import { watch } from '../core/store.js';
import { Boundary } from './Boundary.js';
import { ConnectButton } from './connect-button/ConnectButton.js';

/** Mounts a connect button in an element of a page without React. Returns a function that removes it. */
export function mountButton(internals: WidgetView, element: Element): () => void {
  const root = createRoot(element);
  root.render(
    <Boundary>
      <ConnectButton internals={internals} />
    </Boundary>,
  );
  return () => queueMicrotask(() => root.unmount());
}

/** Keeps a connect button in the element whose id is `buttonRootId`. */
export function keepButtonRoot(internals: WidgetView): ButtonRoot {
  let remove: (() => void) | undefined;
  const show = (id: string | null): void => {
    remove?.();
    const element = id && document.getElementById(id);
    remove = element ? mountButton(internals, element) : undefined;
  };
  show(internals.store.get().buttonRootId);
  const stop = watch(internals.store, (state) => state.buttonRootId, show);
  return {
    dispose() {
      stop();
      remove?.();
    },
  };
}
