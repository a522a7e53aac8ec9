import { TonConnectUIPlugin } from '@prichal/connect/vue';
import { createApp } from 'vue';
import App from './App.vue';

// Wallets download the manifest, so its URL is absolute.
const manifest = new URL('tonconnect-manifest.json', document.baseURI);

createApp(App)
  .use(TonConnectUIPlugin, { manifestUrl: manifest.href })
  .mount('#app');
