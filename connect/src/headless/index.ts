/**
 * The logic of the wallet dialog without its appearance, for a custom dialog. Use it inside a
 * `TonConnectUIProvider`.
 */

export type { ConnectFailure } from '../core/connection/connector.js';
export type { WalletLabel } from '../core/wallets/sheet-wallets.js';
export type { Way } from '../core/wallets/ways-to-wallet.js';
export { QrCode, type QrCodeProps } from './QrCode.js';
export { type UseConnectRequestResult, useConnectRequest } from './use-connect-request.js';
export { type ListedWallet, type UseWalletsResult, useWallets } from './use-wallets.js';
