import { expect, it } from 'vitest';
import { createSSRApp, defineComponent, h } from 'vue';
import { renderToString } from 'vue/server-renderer';
import {
  TonConnectButton,
  TonConnectUI,
  TonConnectUIPlugin,
  TonConnectUIProvider,
  useIsConnectionRestored,
  useTonAddress,
  useTonConnectModal,
  useTonConnectUI,
  useTonWallet,
} from './index.js';

const options = { manifestUrl: 'https://app.example/m.json' };

const Probe = defineComponent(async () => {
  const [ui] = useTonConnectUI();
  const { state } = useTonConnectModal();
  const [wallet, address, restored] = [useTonWallet(), useTonAddress(), useIsConnectionRestored()];
  // Data of a page: nothing may change meanwhile, or the hydration would differ.
  await new Promise((resolve) => setTimeout(resolve, 5));
  return () =>
    h(
      'output',
      [
        ui.value instanceof TonConnectUI,
        wallet.value === null,
        address.value === '',
        restored.value,
        state.value.status,
      ].join(' '),
    );
});
const App = () => [h(TonConnectButton, { class: 'mine' }), h(Probe)];
const HTML = '<div class="mine"></div><output>true true true false closed</output>';

it('renders an empty button and no wallet with the plugin', async () => {
  const html = await renderToString(createSSRApp(App).use(TonConnectUIPlugin, options));
  expect(html.replaceAll(/<!--.*?-->/g, '')).toBe(HTML);
});

it('renders the same with a provider', async () => {
  const html = await renderToString(
    createSSRApp({ render: () => h(TonConnectUIProvider, { options }, { default: App }) }),
  );
  expect(html.replaceAll(/<!--.*?-->/g, '')).toBe(HTML);
});
