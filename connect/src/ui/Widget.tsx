import { type ReactNode, useMemo } from 'react';
import type { Core } from '../controller/core.js';
import { closeModal } from '../controller/modal.js';
import { isChoosing } from '../store/is-choosing.js';
import { useUiSelector } from '../store/use-ui-selector.js';
import { useRootProps } from '../theme/use-root-props.js';
import { ActionModal } from './action-modal/ActionModal.js';
import { Boundary } from './boundary/Boundary.js';
import { Sheet } from './sheet/Sheet.js';
import { Toasts } from './toasts/Toasts.js';
import { useSheetAhead } from './use-sheet-ahead.js';
import { WalletsModal } from './wallets-modal/WalletsModal.js';

/** Renders again with every change of the state; what is in it does not. */
function Root({ core, children }: { core: Core; children: ReactNode }) {
  return <div {...useRootProps(core)}>{children}</div>;
}

/** Everything of the widget that is not in the host's own tree. A fault in one part stays in it. */
export function Widget({ core }: { core: Core }) {
  const androidBack = useUiSelector(core, (state) => state.androidBack);
  const choosing = useUiSelector(core, isChoosing);
  const single = useUiSelector(core, (state) => state.singleWalletModal.status);
  // The same while nothing of it changes: a press that only shows it renders it no more.
  const wallets = useMemo(() => <WalletsModal key={single} core={core} />, [core, single]);
  const action = useUiSelector(core, (state) => (state.action?.openModal ? state.action : null));
  return (
    <Root core={core}>
      <Boundary>
        <Sheet
          open={choosing}
          ahead={useSheetAhead(core)}
          androidBack={androidBack}
          onDismiss={() => closeModal(core, 'action-cancelled')}
        >
          {wallets}
        </Sheet>
      </Boundary>
      <Boundary>
        <Sheet open={action !== null} androidBack={androidBack} onDismiss={() => action?.close()}>
          {action && <ActionModal action={action} />}
        </Sheet>
      </Boundary>
      <Boundary>
        <Toasts core={core} />
      </Boundary>
    </Root>
  );
}
