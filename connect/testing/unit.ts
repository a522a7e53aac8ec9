/**
 * A scripted wallet for unit tests with Vitest, Jest or another runner. Does not need Playwright.
 *
 * ```tsx
 * const connector = scriptedConnector();
 * render(<TonConnectUIProvider connector={connector}><App /></TonConnectUIProvider>);
 * connector.answer(walletOf('Tonkeeper'));
 * await screen.findByText('Pay');
 * ```
 */
export {
  ADDRESS,
  RAW_ADDRESS,
  remoteWallet,
  type ScriptedConnector,
  type ScriptedRequest,
  type SeenConnect,
  scriptedConnector,
  walletOf,
} from '../src/testing/scripted-connector.js';
