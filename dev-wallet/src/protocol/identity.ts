/** What apps know the wallet by. */
export type Identity = {
  /** `app_name` of wallets lists. */
  appName: string;
  name: string;
  /** Address of its picture. */
  image: string;
  aboutUrl: string;
  /** Where its links lead. */
  universalUrl: string;
  /** `window.<jsBridgeKey>.tonconnect`: where pages find it when it is injected. */
  jsBridgeKey: string;
};
