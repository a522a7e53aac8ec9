import { useState } from 'react';
import type { Core } from '../controller/core.js';
import { closeModal } from '../controller/modal.js';
import { useUiSelector } from '../store/use-ui-selector.js';
import { useRootProps } from '../theme/use-root-props.js';
import { Boundary } from './boundary/Boundary.js';
import { Sheet } from './sheet/Sheet.js';
import { WalletsModal } from './wallets-modal/WalletsModal.js';

/** Everything of the widget that is not in the host's own tree. */
export function Widget({ core }: { core: Core }) {
  const rootProps = useRootProps(core);
  const modal = useUiSelector(core, (state) => state.modal);
  const single = useUiSelector(core, (state) => state.singleWalletModal);
  const [faults, setFaults] = useState(0);
  const dismiss = (): void => closeModal(core, 'action-cancelled');
  const onError = (): void => {
    dismiss();
    setFaults((count) => count + 1);
  };
  return (
    <div {...rootProps}>
      <Boundary key={faults} onError={onError}>
        <Sheet open={modal.status === 'opened' || single.status === 'opened'} onDismiss={dismiss}>
          <WalletsModal core={core} />
        </Sheet>
      </Boundary>
    </div>
  );
}
