import type { Core } from '../controller/core.js';
import type { UiState } from './state.js';
import { useSelector } from './use-selector.js';

/** One part of a widget's state, kept current. Give it a part, not an object made on the spot. */
export function useUiSelector<P>(core: Core, select: (state: UiState) => P): P {
  return useSelector(core.store, select, core.onServer);
}
