import type { OpenMethod } from '../core/connection/connector.js';
import type { ActionConfiguration, SendTransactionOptions } from '../core/options.js';
import { useTonConnectUI } from '../react/hooks.js';
import type { TonConnectUI } from '../react/ton-connect-ui.js';
import { renderWidget } from './render-widget.js';
import { remoteWallet, scriptedConnector, walletOf } from './scripted-connector.js';
import { until } from './until.js';

export const TX = { validUntil: 1, messages: [] };

type Widget = {
  method?: OpenMethod;
  config?: ActionConfiguration;
  provider?: 'injected' | 'http';
  deepLink?: string;
  name?: unknown;
};

/** An app without the widget's button, with a wallet that was connected by `method`. */
export async function connected({ method, config = {}, provider = 'http', ...more }: Widget = {}) {
  const info = { ...remoteWallet('Alpha'), openMethod: method, ...more };
  localStorage.setItem('ton-connect-ui_wallet-info', JSON.stringify(info));
  let ui: TonConnectUI | undefined;
  const App = () => {
    [ui] = useTonConnectUI();
    return <main>The app</main>;
  };
  const wallet = { ...walletOf('alpha'), provider };
  const connector = scriptedConnector([remoteWallet('Alpha')], wallet);
  const widget = await renderWidget({
    connector,
    actionsConfiguration: config,
    children: <App />,
  });
  const running = await until(() => ui?.connected && ui);
  /** Starts a request. Its result is in `outcome`. */
  const ask = async (
    what: 'transaction' | 'data' = 'transaction',
    more: SendTransactionOptions = {},
  ) => {
    const nth = connector.requests.length;
    const result =
      what === 'data'
        ? running.signData({ type: 'text', text: 'a' }, more)
        : running.sendTransaction(TX, more);
    const outcome = result.then(
      () => 'done',
      ({ message }: Error) => message.split('\n').at(-1),
    );
    const request = await until(() => connector.requests[nth]);
    return { outcome, request };
  };
  return { ...widget, ui: running, ask };
}
