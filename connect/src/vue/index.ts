/**
 * The widget for Vue 3.4 and later: a plugin, components and composables over `@prichal/connect/vanilla`,
 * whose exports are all here, too.
 *
 * ```js
 * import { TonConnectUIPlugin } from '@prichal/connect/vue';
 *
 * createApp(App).use(TonConnectUIPlugin, { manifestUrl }).mount('#app');
 * ```
 */
export * from '@prichal/connect/vanilla';
export { TonConnectButton, TonConnectUIProvider } from './components.js';
export {
  useIsConnectionRestored,
  useTonAddress,
  useTonConnectModal,
  useTonConnectUI,
  useTonWallet,
} from './composables.js';
export { TonConnectUIPlugin } from './plugin.js';
export type { TonConnectUIVueOptions, TonConnectUIVueOptionsWithInstance } from './widget.js';
