/** The app, as wallets show it while they pair over WalletConnect. */
export type WalletConnectMetadata = {
  name: string;
  description: string;
  /** Address of the app. Its host is the domain of `ton_proof`. */
  url: string;
  /** Addresses of icons. */
  icons: string[];
};

/** Options of `initializeWalletConnect`. */
export type WalletConnectOptions = {
  /** Project ID of https://dashboard.reown.com, 32 hex digits. */
  projectId: string;
  metadata: WalletConnectMetadata;
};
