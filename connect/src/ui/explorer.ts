/** An account's page in a block explorer. The address is user-friendly: its first letter tells the network. */
export const explorerUrl = (address: string): string =>
  `https://${/^[0k]/.test(address) ? 'testnet.' : ''}tonviewer.com/${address}`;
