import { isWaiting } from '../../actions/action-lifecycle.js';
import { usePressGuard } from '../../device/press-guard.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import type { Internals } from '../../types/internals.js';
import { Boundary } from '../boundary/Boundary.js';
import { RequestWordsProvider } from '../request-words.js';
import { Sheet } from '../sheet/Sheet.js';
import { Toasts } from '../toasts/Toasts.js';
import { ActionModal } from './ActionModal.js';

/** What the widget shows of requests to the connected wallet. A fault in one part stays in it. */
export function RequestParts({ internals }: { internals: Internals }) {
  const androidBack = useUiSelector(internals, (state) => state.enableAndroidBackHandler);
  const telegram = useUiSelector(internals, (state) => state.telegram);
  const shown = useUiSelector(internals, ({ requests }) => requests.at(-1));
  const action = shown?.openModal ? shown : null;
  // One action's screen gives way to the next one's in the open sheet.
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
