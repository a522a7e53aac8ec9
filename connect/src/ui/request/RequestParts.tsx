import { usePressGuard } from '../../core/device/press-guard.js';
import type { StateView } from '../../core/internals.js';
import { isWaiting } from '../../core/requests/action-lifecycle.js';
import { useUiSelector } from '../../core/store.js';
import { Boundary } from '../Boundary.js';
import { Sheet } from '../sheet/Sheet.js';
import { ActionModal } from './ActionModal.js';
import { RequestWordsProvider } from './request-words.js';
import { Toasts } from './Toasts.js';

/** The modal and the notices of requests. An error in one part does not affect the other. */
export function RequestParts({ internals }: { internals: StateView }) {
  const androidBack = useUiSelector(internals, (state) => state.enableAndroidBackHandler);
  const telegram = useUiSelector(internals, (state) => state.telegram);
  const shown = useUiSelector(internals, ({ requests }) => requests.at(-1));
  const action = shown?.openModal ? shown : null;
  // In the open sheet, the screen of the next request replaces this one.
  usePressGuard(action?.name);
  return (
    <RequestWordsProvider internals={internals}>
      <Boundary>
        <Sheet
          open={action !== null}
          keepsOutside={action !== null && isWaiting(action)}
          androidBack={androidBack}
          telegram={telegram}
          onDismiss={() => action?.close()}
        >
          {action && <ActionModal internals={internals} action={action} />}
        </Sheet>
      </Boundary>
      <Boundary>
        <Toasts internals={internals} />
      </Boundary>
    </RequestWordsProvider>
  );
}
