import type { ReactNode } from 'react';
import { StrictMode } from 'react';
import { render } from 'vitest-browser-react';
import type { TonConnectUiCreateOptionsBase } from '../core/options.js';
import { TonConnectButton } from '../react/TonConnectButton.js';
import { TonConnectUIProvider } from '../react/TonConnectUIProvider.js';
import { type ScriptedConnector, scriptedConnector } from './scripted-connector.js';

type Options = Partial<TonConnectUiCreateOptionsBase> & {
  connector?: ScriptedConnector;
  children?: ReactNode;
};

/** Renders the widget as an app does, under StrictMode, with a scripted connector. */
export async function renderWidget({ connector = scriptedConnector(), ...options }: Options = {}) {
  const page = ({ children = <TonConnectButton />, ...more }: Options) => (
    <StrictMode>
      <TonConnectUIProvider connector={connector} {...more}>
        {children}
      </TonConnectUIProvider>
    </StrictMode>
  );
  const screen = await render(page(options));
  const rerender = (more: Options) => screen.rerender(page({ ...options, ...more }));
  return { screen, connector, rerender };
}
