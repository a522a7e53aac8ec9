import {
  type ConnectedWallet,
  useTonConnectModal,
  useTonConnectUI,
  type WalletsModalState,
} from '@tonconnect/ui-react';
import { useEffect, useState } from 'react';
import { explain } from './outcome';

/** Opens and closes the modals without the button. */
export function Modals() {
  const { state, open, close } = useTonConnectModal();
  const [ui] = useTonConnectUI();
  const [last, setLast] = useState<WalletsModalState | null>(null);
  const [status, setStatus] = useState('none');
  const [problem, setProblem] = useState('none');

  useEffect(() => ui.onModalStateChange(setLast), [ui]);
  useEffect(
    () =>
      ui.onStatusChange(
        (wallet: ConnectedWallet | null) => setStatus(wallet?.name ?? 'nobody'),
        (error) => setProblem(explain(error)),
      ),
    [ui],
  );

  return (
    <section aria-label="Modals">
      <button type="button" onClick={() => open()}>
        Open by the hook
      </button>
      <button type="button" onClick={() => close()}>
        Close by the hook
      </button>
      <button type="button" onClick={() => void ui.openModal()}>
        Open by the widget
      </button>
      <button
        type="button"
        onClick={() => {
          ui.openSingleWalletModal('prichal-dev').catch((error) => setProblem(explain(error)));
        }}
      >
        Open one wallet
      </button>
      <button
        type="button"
        onClick={() => {
          ui.openSingleWalletModal('no-such-wallet').catch((error) => setProblem(explain(error)));
        }}
      >
        Open a wallet that is not there
      </button>
      <output aria-label="Modal now">{state.status}</output>
      <output aria-label="Modal closed because">{last?.closeReason ?? 'none'}</output>
      <output aria-label="Status">{status}</output>
      <output aria-label="Problem">{problem}</output>
    </section>
  );
}
