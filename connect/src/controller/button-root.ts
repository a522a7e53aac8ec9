import { watch } from '../store/store.js';
import { mountButton } from '../ui/mount-button.js';
import type { Core } from './core.js';

/** Keeps a connect button in the element that `buttonRootId` names. Returns what removes it. */
export function keepButtonRoot(core: Core): () => void {
  let remove: (() => void) | undefined;
  const show = (id: string | null): void => {
    remove?.();
    const element = id && document.getElementById(id);
    remove = element ? mountButton(core, element) : undefined;
  };
  show(core.store.get().buttonRootId);
  const stop = watch(core.store, (state) => state.buttonRootId, show);
  return () => {
    stop();
    remove?.();
  };
}
