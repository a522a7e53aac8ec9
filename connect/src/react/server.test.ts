import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  useIsConnectionRestored,
  useTonAddress,
  useTonConnectModal,
  useTonConnectUI,
  useTonWallet,
} from './hooks.js';
import { TonConnectButton } from './TonConnectButton.js';
import { TonConnectUIProvider, type TonConnectUIProviderProps } from './TonConnectUIProvider.js';

const serve = (options: Omit<TonConnectUIProviderProps, 'children'>, children: ReactNode): string =>
  renderToString(
    createElement(
      TonConnectUIProvider,
      {
        manifestUrl: 'https://app.example/m.json',
        ...options,
      } as TonConnectUIProviderProps,
      children,
    ),
  );

/** A server does not know the user: it renders the waiting button at its final size. */
describe('on a server', () => {
  it('renders a waiting button with its final width', () => {
    const html = serve({ language: 'ru' }, createElement(TonConnectButton));
    expect(html).toContain('data-state="restoring"');
    expect(html).toContain('data-label="Подключить кошелёк"');
    expect(html).toContain('disabled=""');
    expect(html).toContain('lang="ru" dir="ltr"');
  });

  it('renders the connect button if no session is restored', () => {
    const html = serve({ restoreConnection: false }, createElement(TonConnectButton));
    expect(html).toContain('data-state="disconnected"');
    expect(html).toContain('Connect wallet');
  });

  it('renders a custom language with its direction and colours', () => {
    const button = {
      connectWallet: 'اتصال',
      retry: 'تلاش دوباره',
      reload: 'بارگذاری دوباره',
      notLoaded: 'بارگذاری نشد. اتصال اینترنت را بررسی کنید.',
      restoring: 'بازیابی',
      account: '',
      copy: '',
      copied: '',
      disconnect: '',
      testnet: '',
    };
    const html = serve(
      {
        language: 'fa',
        languages: { fa: { dir: 'rtl', button, words: async () => ({}) as never } },
        uiPreferences: { theme: 'DARK', colorsSet: { DARK: { accent: 'red' } } },
      },
      createElement(TonConnectButton),
    );
    expect(html).toContain('lang="fa" dir="rtl"');
    expect(html).toContain('aria-label="بازیابی"');
    expect(html).toContain('--prichal-accent:red');
  });

  it('the hooks answer', () => {
    const Values = () => {
      const [ui, setOptions] = useTonConnectUI();
      return JSON.stringify([
        useTonWallet(),
        useTonAddress(),
        useIsConnectionRestored(),
        useTonConnectModal().state.status,
        typeof ui.sendTransaction,
        typeof setOptions,
      ]);
    };
    const html = serve({}, createElement(Values));
    expect(html.replaceAll('&quot;', '"')).toBe('[null,"",false,"closed","function","function"]');
  });

  it('hooks and buttons without a provider return the same as the peer’s', () => {
    const Values = () => {
      const [ui, setOptions] = useTonConnectUI();
      const { state, open, close } = useTonConnectModal();
      return JSON.stringify([
        ui,
        typeof setOptions,
        useTonWallet(),
        useTonAddress(),
        useIsConnectionRestored(),
        state,
        typeof open,
        typeof close,
      ]);
    };
    const html = renderToString(createElement(Values)).replaceAll('&quot;', '"');
    expect(html).toBe('[null,"function",null,"",false,null,"function","function"]');
    expect(renderToString(createElement(TonConnectButton))).toBe(
      serve({}, createElement(TonConnectButton)),
    );
  });
});

describe('in a browser', () => {
  beforeEach(() => void vi.stubGlobal('window', {}));
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['useTonConnectUI', useTonConnectUI],
    ['useTonWallet', useTonWallet],
    ['useTonAddress', useTonAddress],
    ['useTonConnectModal', useTonConnectModal],
    ['useIsConnectionRestored', useIsConnectionRestored],
  ])('%s throws a named error outside a provider', (_, use) => {
    const Outside = () => String(use());
    const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => renderToString(createElement(Outside))).toThrow(
      expect.objectContaining({ name: 'TonConnectProviderNotSetError', code: 'PROVIDER_NOT_SET' }),
    );
    silence.mockRestore();
  });
});
