import { type ReactNode, useMemo } from 'react';
import { closeModal } from '../controller/modal.js';
import { isChoosing } from '../store/selectors.js';
import { useUiSelector } from '../store/use-ui-selector.js';
import { useRootProps } from '../theme/use-root-props.js';
import type { Internals } from '../types/internals.js';
import { Boundary } from './boundary/Boundary.js';
import { Sheet } from './sheet/Sheet.js';
import { usePrerenderedSheet } from './sheet/use-prerendered-sheet.js';
import { useConnectedChunk } from './use-connected-chunk.js';
import { WalletsModal } from './wallets-modal/WalletsModal.js';

/** Renders again with every change of the state; what is in it does not. */
function Root({ internals, children }: { internals: Internals; children: ReactNode }) {
  return <div {...useRootProps(internals)}>{children}</div>;
}

/** Everything of the widget that is not in the host's own tree. A fault in one part stays in it. */
export function Widget({ internals }: { internals: Internals }) {
  const androidBack = useUiSelector(internals, (state) => state.enableAndroidBackHandler);
  const telegram = useUiSelector(internals, (state) => state.telegram);
  const choosing = useUiSelector(internals, isChoosing);
  const single = useUiSelector(internals, ({ singleWalletModal: state }) =>
    state.status === 'opened' ? state.walletInfo.name : null,
  );
  // Memoised, so that opening a sheet that is rendered already renders nothing again.
  const wallets = useMemo(
    () => <WalletsModal key={single} internals={internals} />,
    [internals, single],
  );
  const connected = useUiSelector(internals, ({ wallet }) => wallet !== null);
  const asked = useUiSelector(internals, ({ requests }) => requests.length > 0);
  const requests = useConnectedChunk(internals, connected, asked);
  return (
    <Root internals={internals}>
      <Boundary>
        <Sheet
          open={choosing}
          prerendered={usePrerenderedSheet(internals)}
          androidBack={androidBack}
          telegram={telegram}
          onDismiss={() => closeModal(internals, 'action-cancelled')}
        >
          {wallets}
        </Sheet>
      </Boundary>
      {requests && <requests.RequestParts internals={internals} />}
    </Root>
  );
}
