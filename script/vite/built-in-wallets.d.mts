/** The SDK's built-in wallets list, in the public wallets-v2 format. Touches no network. */
export declare function builtInWallets(): Promise<unknown[]>;
