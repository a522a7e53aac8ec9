import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TonConnectButton } from '../connect-button/TonConnectButton.js';
import { useTonAddress, useTonWallet } from './hooks.js';
import { TonConnectUIProvider, type TonConnectUIProviderProps } from './TonConnectUIProvider.js';

/** A server knows nothing of the visitor: it renders the button that waits, at its final size. */
it('renders on a server', () => {
  const Values = () => createElement('i', null, JSON.stringify([useTonWallet(), useTonAddress()]));
  const html = renderToString(
    createElement(
      TonConnectUIProvider,
      { manifestUrl: 'https://app.example/m.json', language: 'ru' } as TonConnectUIProviderProps,
      createElement(TonConnectButton),
      createElement(Values),
    ),
  );
  expect(html).toContain('data-state="restoring"');
  expect(html).toContain('data-label="Подключить кошелёк"');
  expect(html).toContain('disabled=""');
  expect(html).toContain('[null,&quot;&quot;]');
});
