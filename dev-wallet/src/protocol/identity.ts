/** Identity of the wallet for apps. */
export type Identity = {
  /** `app_name` of wallets lists. */
  appName: string;
  name: string;
  /** Address of its icon. */
  image: string;
  aboutUrl: string;
  /** Universal link of the wallet. */
  universalUrl: string;
  /** Key of the injected wallet: `window.<jsBridgeKey>.tonconnect`. */
  jsBridgeKey: string;
};
