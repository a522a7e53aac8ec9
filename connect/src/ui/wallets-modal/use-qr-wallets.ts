import type { WalletInfo } from '@tonconnect/sdk';
import type { walletsBehindQr } from '../../wallets/qr-bridges.js';
import { isTelegramWallet } from '../../wallets/wallet-info.js';

/** Names that fit into the sentence under the code. */
const NAMED = 4;

/** The bridges behind a code, and who they belong to, in words. */
export function useQrWallets({ bridges, wallets }: ReturnType<typeof walletsBehindQr>): {
  bridges: string[];
  names: string;
} {
  const onePerBridge = bridges.flatMap(
    (url) => wallets.find((wallet) => 'bridgeUrl' in wallet && wallet.bridgeUrl === url) ?? [],
  );
  const names = onePerBridge
    .filter((wallet) => !isTelegramWallet(wallet))
    .slice(0, NAMED)
    .map(nameOf);
  return { bridges, names: names.join(', ') };
}

const nameOf = ({ name }: WalletInfo): string => name;
