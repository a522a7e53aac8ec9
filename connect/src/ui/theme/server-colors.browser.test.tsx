import { StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TonConnectButton } from '../../react/TonConnectButton.js';
import { TonConnectUIProvider } from '../../react/TonConnectUIProvider.js';
import { scriptedConnector } from '../../testing/scripted-connector.js';

/** A page from a server, with its policy. */
async function openPage(html: string, policy: string): Promise<HTMLElement> {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}"><main>${html}</main>`;
  await new Promise((resolve) => {
    frame.onload = resolve;
    document.body.append(frame);
  });
  onTestFinished(() => frame.remove());
  return frame.contentDocument?.querySelector('main') as HTMLElement;
}

it.each([
  ['any style', "style-src 'self' 'unsafe-inline'"],
  ['no style attributes', "style-src 'self'"],
])(
  'own colours of a server’s markup are there once it lives, under a policy for %s',
  async (_, policy) => {
    const lives = vi.fn();
    const Life = () => {
      useEffect(lives, []);
      return null;
    };
    const app = (
      <StrictMode>
        <TonConnectUIProvider
          connector={scriptedConnector()}
          uiPreferences={{ theme: 'LIGHT', colorsSet: { LIGHT: { accent: 'rgb(1, 2, 3)' } } }}
        >
          <TonConnectButton />
          <Life />
        </TonConnectUIProvider>
      </StrictMode>
    );
    const main = await openPage(renderToString(app), policy);
    const shown = () => {
      const root = main.querySelector('[data-prichal-root]') as Element;
      return getComputedStyle(root).getPropertyValue('--prichal-accent');
    };
    const root = hydrateRoot(main, app);
    onTestFinished(() => root.unmount());
    await expect.poll(() => lives.mock.calls.length).toBeGreaterThan(0);
    await expect.poll(shown).toBe('rgb(1, 2, 3)');
  },
);
