import { TonConnectButton, TonConnectUIProvider } from '@prichal/connect';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

const manifestUrl = 'https://app.example/tonconnect-manifest.json';
const page = createElement(TonConnectUIProvider, { manifestUrl }, createElement(TonConnectButton));
process.stdout.write(renderToString(page));
