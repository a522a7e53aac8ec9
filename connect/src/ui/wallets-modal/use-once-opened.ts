import { useRef } from 'react';
import type { Core } from '../../controller/core.js';
import { isChoosing } from '../../store/is-choosing.js';
import type { UiState } from '../../store/state.js';
import { useUiSelector } from '../../store/use-ui-selector.js';

/** A part of the state; null in a sheet that stands ready, which knows nothing before it is opened. */
export function useOnceOpened<P>(core: Core, select: (state: UiState) => P): P | null {
  const opened = useRef(false);
  return useUiSelector(core, (state) => {
    opened.current ||= isChoosing(state);
    return opened.current ? select(state) : null;
  });
}
