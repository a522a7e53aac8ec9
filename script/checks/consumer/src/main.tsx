import {
  type SendTransactionRequest,
  THEME,
  TonConnectButton,
  TonConnectUIError,
  TonConnectUIProvider,
  useTonConnectUI,
} from '@prichal/connect';
import { createRoot } from 'react-dom/client';

const request: SendTransactionRequest = { validUntil: 0, messages: [] };

function Send() {
  const [ui] = useTonConnectUI();
  const send = () =>
    ui.sendTransaction(request).catch((error: unknown) => {
      if (!(error instanceof TonConnectUIError)) throw error;
    });
  return (
    <button type="button" onClick={() => void send()}>
      Send
    </button>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <TonConnectUIProvider
      manifestUrl="https://app.example/tonconnect-manifest.json"
      uiPreferences={{ theme: THEME.DARK }}
    >
      <TonConnectButton />
      <Send />
    </TonConnectUIProvider>,
  );
}
