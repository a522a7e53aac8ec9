import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-vue';
import { createApp, createSSRApp, defineComponent, h, nextTick, reactive } from 'vue';
import { TonConnectError } from '../core/errors/base-errors.js';
import { watchPage } from '../testing/left-behind.js';
import {
  ADDRESS,
  RAW_ADDRESS,
  type ScriptedConnector,
  scriptedConnector,
  walletOf,
} from '../testing/scripted-connector.js';
import { storeSession } from '../testing/stored-session.js';
import { until } from '../testing/until.js';
import {
  TonConnectButton,
  TonConnectUI,
  TonConnectUIPlugin,
  TonConnectUIProvider,
  type TonConnectUIVueOptions,
  UserRejectsError,
  useIsConnectionRestored,
  useTonAddress,
  useTonConnectModal,
  useTonConnectUI,
  useTonWallet,
} from './index.js';

const MANIFEST = 'https://app.example/m.json';

/** Shows all that the composables return, and keeps them for the test. */
type Seen = {
  ui: ReturnType<typeof useTonConnectUI>;
  modal: ReturnType<typeof useTonConnectModal>;
};
const seen: Seen[] = [];
const Probe = defineComponent(() => {
  seen.push({ ui: useTonConnectUI(), modal: useTonConnectModal() });
  const wallet = useTonWallet();
  const [address, raw] = [useTonAddress(), useTonAddress(() => false)];
  const restored = useIsConnectionRestored();
  const { state } = useTonConnectModal();
  return () =>
    h(
      'output',
      [
        restored.value,
        wallet.value?.device.appName,
        address.value,
        raw.value,
        state.value.status,
      ].join(' '),
    );
});

const App = () => [h(TonConnectButton, { class: 'mine', style: 'margin: 3px' }), h(Probe)];
const withPlugin = (options: TonConnectUIVueOptions) =>
  render(App, { global: { plugins: [[TonConnectUIPlugin, options]] } });
const options = (connector: ScriptedConnector) => ({ connector, walletsListSource: '/hangs.json' });
const output = () => [...document.querySelectorAll('output')].map((each) => each.textContent);
const buttons = () => document.querySelectorAll('prichal-connect-button button');
const CONNECTED = `true alpha ${ADDRESS} ${RAW_ADDRESS} closed`;
const DISCONNECTED = 'true    closed';

beforeEach(() => {
  localStorage.clear();
  seen.length = 0;
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('composables', () => {
  it('return the wallet of a stored session once it is restored', async () => {
    storeSession();
    await withPlugin({ manifestUrl: MANIFEST, walletsListSource: '/hangs.json' });
    expect(output()).toEqual(['false    closed']);
    await until(() => output()[0] === CONNECTED);
  });

  it('follow a connection, a disconnection and the dialog', async () => {
    const connector = scriptedConnector();
    await withPlugin(options(connector));
    await until(() => output()[0] === DISCONNECTED);
    await seen[0]?.modal.open();
    await until(() => output()[0] === 'true    opened');
    connector.answer(walletOf('alpha'));
    await until(() => output()[0] === CONNECTED);
    await seen[0]?.ui[0].value.disconnect();
    await until(() => output()[0] === DISCONNECTED);
  });

  it('close the dialog', async () => {
    await withPlugin(options(scriptedConnector()));
    await seen[0]?.modal.open();
    await until(() => output()[0]?.endsWith('opened') === true);
    seen[0]?.modal.close();
    await until(() => output()[0]?.endsWith('closed') === true);
  });

  it('report errors of the wallet by their class', async () => {
    const connector = scriptedConnector(undefined, walletOf('alpha'));
    await withPlugin(options(connector));
    await until(() => output()[0] === CONNECTED);
    const sent = seen[0]?.ui[0].value.sendTransaction({
      validUntil: Math.floor(Date.now() / 1000) + 300,
      messages: [{ address: ADDRESS, amount: '1' }],
    });
    const outcome = expect(sent).rejects.toBeInstanceOf(UserRejectsError);
    await until(() => connector.requests.length > 0);
    connector.requests[0]?.reject(new UserRejectsError());
    await outcome;
  });

  it('throw without the plugin and without a provider', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const app = createApp(Probe);
    expect(() => app.mount(document.createElement('div'))).toThrow(
      /app\.use\(TonConnectUIPlugin, options\)/,
    );
  });
});

describe('the plugin', () => {
  it('throws without a manifest', () => {
    expect(() => createApp(App).use(TonConnectUIPlugin, {})).toThrow(/manifestUrl/);
  });

  it('removes everything from the page when the app is unmounted', async () => {
    const page = watchPage();
    const root = document.createElement('div');
    document.body.append(root);
    const app = createApp(App).use(TonConnectUIPlugin, options(scriptedConnector()));
    app.mount(root);
    await until(() => buttons().length === 1);
    await seen[0]?.modal.open();
    const ui = seen[0]?.ui[0].value;
    app.unmount();
    root.remove();
    await expect(ui?.openModal()).rejects.toMatchObject({ code: 'DESTROYED' });
    await until(() => document.querySelector('[role=dialog]') === null);
    await until(() => page.left().length === 0);
    page.stop();
  });

  it('gives each app of a page its own widget', async () => {
    const [one, other] = [scriptedConnector(), scriptedConnector()];
    await withPlugin(options(one));
    await withPlugin(options(other));
    await until(() => output().every((text) => text === DISCONNECTED));
    one.answer(walletOf('alpha'));
    await until(() => output()[0] === CONNECTED);
    expect(output()[1]).toBe(DISCONNECTED);
  });

  it('does not destroy an instance that the app has created', async () => {
    const instance = new TonConnectUI(options(scriptedConnector()));
    const { unmount } = await withPlugin({ instance: reactive(instance) as TonConnectUI });
    expect(seen[0]?.ui[0].value).toBe(instance);
    await unmount();
    await instance.openModal();
    expect(instance.modalState.status).toBe('opened');
    instance.destroy();
  });
});

describe('the provider', () => {
  const provider = (given: () => TonConnectUIVueOptions) => () =>
    h(TonConnectUIProvider, { options: given() }, { default: App });

  it('applies changed options to the same widget', async () => {
    const given = reactive({ ...options(scriptedConnector()), language: 'en' });
    await render(provider(() => given as TonConnectUIVueOptions));
    await until(() => buttons()[0]?.textContent?.includes('Connect wallet') === true);
    const ui = seen[0]?.ui[0].value;
    given.language = 'ru';
    await until(() => buttons()[0]?.textContent?.includes('Подключить') === true);
    expect(seen[0]?.ui[0].value).toBe(ui);
  });

  it('replaces the widget when the connector changes', async () => {
    const [one, other] = [scriptedConnector(), scriptedConnector()];
    const given = reactive({ options: options(one) });
    await render(provider(() => given.options as TonConnectUIVueOptions));
    one.answer(walletOf('alpha'));
    await until(() => output()[0] === CONNECTED);
    const ui = seen[0]?.ui[0].value;
    given.options = options(other);
    await until(() => output()[0] === DISCONNECTED);
    expect(seen[0]?.ui[0].value).not.toBe(ui);
    await expect(ui?.openModal()).rejects.toMatchObject({ code: 'DESTROYED' });
    await until(() => buttons()[0]?.textContent?.includes('Connect wallet') === true);
    expect(buttons()).toHaveLength(1);
  });

  it('destroys its widget when it is unmounted', async () => {
    const { unmount } = await render(provider(() => options(scriptedConnector())));
    await until(() => buttons().length === 1);
    const ui = seen[0]?.ui[0].value;
    await unmount();
    expect(buttons()).toHaveLength(0);
    await expect(ui?.openModal()).rejects.toMatchObject({ code: 'DESTROYED' });
  });
});

describe('TonConnectButton', () => {
  it('opens the dialog, and has the class and the style of the app', async () => {
    await withPlugin(options(scriptedConnector()));
    await until(() => buttons()[0]?.textContent?.includes('Connect wallet') === true);
    const box = document.querySelector<HTMLElement>('.mine');
    expect(box?.style.margin).toBe('3px');
    (buttons()[0] as HTMLElement).click();
    await until(() => output()[0]?.endsWith('opened') === true);
  });

  it('is on the page several times, with one widget', async () => {
    const connector = scriptedConnector();
    await render(() => [App(), App()], {
      global: { plugins: [[TonConnectUIPlugin, options(connector)]] },
    });
    await until(() => buttons().length === 2);
    connector.answer(walletOf('alpha'));
    await until(() => [...buttons()].every((each) => each.textContent?.includes('UQCD')));
    expect(seen[0]?.ui[0].value).toBe(seen[1]?.ui[0].value);
  });

  it('hydrates the markup of a server without a mismatch', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const root = document.createElement('div');
    root.innerHTML =
      '<!--[--><div class="mine" style="margin:3px;"></div><output>false    closed</output><!--]-->';
    document.body.append(root);
    const [box] = root.querySelectorAll('.mine');
    const app = createSSRApp(App).use(TonConnectUIPlugin, options(scriptedConnector()));
    app.mount(root);
    await nextTick();
    await until(() => buttons().length === 1);
    expect(buttons()[0]?.closest('.mine')).toBe(box);
    expect([warn, error].flatMap((each) => each.mock.calls)).toEqual([]);
    app.unmount();
    root.remove();
  });
});

it('exports the errors of the widget', () =>
  expect(new UserRejectsError()).toBeInstanceOf(TonConnectError));
