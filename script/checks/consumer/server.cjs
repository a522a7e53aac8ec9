const { TonConnectButton, TonConnectUIProvider } = require('@prichal/connect');
const { createElement } = require('react');
const { renderToString } = require('react-dom/server');

const manifestUrl = 'https://app.example/tonconnect-manifest.json';
const page = createElement(TonConnectUIProvider, { manifestUrl }, createElement(TonConnectButton));
process.stdout.write(renderToString(page));
