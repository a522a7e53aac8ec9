import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { TonConnectUIProvider } from '../react/TonConnectUIProvider.js';
import { QrCode, useConnectRequest, useWallets } from './index.js';

const serve = (Component: () => string): string =>
  renderToString(
    createElement(
      TonConnectUIProvider,
      { manifestUrl: 'https://app.example/m.json' } as never,
      createElement(Component),
    ),
  );

describe('on a server', () => {
  it('the list is loading', () => {
    expect(
      serve(() => {
        const { status, wallets } = useWallets();
        return `${status} ${wallets.length}`;
      }),
    ).toBe('loading 0');
  });

  it('sends no request', () => {
    expect(
      serve(() => {
        const { status, link, wallet, names, open } = useConnectRequest();
        return JSON.stringify({ status, link, wallet, names, opened: open() });
      }),
    ).toBe(
      '{&quot;status&quot;:&quot;idle&quot;,&quot;link&quot;:null,&quot;wallet&quot;:null,&quot;names&quot;:[],&quot;opened&quot;:false}',
    );
  });

  it('renders a code with a name and a hole for its picture', () => {
    const draw = (image?: string) =>
      renderToString(createElement(QrCode, { value: 'tc://?v=2', label: 'Scan me', image }));
    expect(draw()).toMatch(/^<svg role="img" aria-label="Scan me" viewBox="-4\.5 -4\.5 29 29">/);
    expect(draw()).not.toContain('<image');
    expect(draw('https://app.example/i.png')).toContain('<image href="https://app.example/i.png"');
    expect(draw('https://app.example/i.png').length).not.toBe(draw().length);
  });

  it('marks a code that is being prepared', () => {
    const html = renderToString(createElement(QrCode, { value: null, label: 'Soon' }));
    expect(html).toContain('aria-busy="true"');
  });
});
