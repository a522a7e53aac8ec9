import { watch } from '../store/store.js';
import type { Core } from './core.js';

/** Keeps a connect button in the element that `buttonRootId` names. Returns what removes it. */
export function keepButtonRoot(core: Core): () => void {
  let remove: (() => void) | null = null;
  let wanted: string | null = null;

  const mount = async (id: string): Promise<void> => {
    const { mountButton } = await import('../ui/mount-button.js');
    const element = document.getElementById(id);
    if (wanted === id && element) remove = mountButton(core, element);
  };
  const show = (id: string | null): void => {
    if (id === wanted) return;
    remove?.();
    remove = null;
    wanted = id;
    if (id) mount(id).catch(reportError);
  };

  show(core.store.get().buttonRootId);
  const stop = watch(core.store, (state) => state.buttonRootId, show);
  return () => {
    stop();
    show(null);
  };
}
