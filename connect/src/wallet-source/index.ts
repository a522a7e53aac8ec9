/**
 * The widget of a `TonConnectUIProvider` for packages that sign users in, such as `@prichal/session`. It loads
 * less code than the class `TonConnectUI`.
 */
export { useWalletSource } from './use-wallet-source.js';
export type { WalletSource } from './wallet-source.js';
