import type { WalletInfo } from '@prichal/sdk';

/** Without case and accents: 'É' is found by 'e', 'Ё' by 'е'. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** Whether the query stands in a wallet's name or app name. An empty one stands in all. */
export const isFound = ({ name, appName }: WalletInfo, query: string): boolean =>
  `${plain(name)}\n${plain(appName)}`.includes(plain(query));
