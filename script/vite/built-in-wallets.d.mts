/** Returns the SDK's built-in wallets list, in the public wallets-v2 format. Sends no request. */
export declare function builtInWallets(): Promise<unknown[]>;
