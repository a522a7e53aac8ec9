import { QrCode, useConnectRequest, useWallets } from '@prichal/connect/headless';
import { uk } from '@prichal/connect/languages/uk';
import { TonConnect } from '@prichal/connect/sdk';
import { scriptedConnector, walletOf } from '@prichal/connect/testing/unit';
import { TonConnectUI } from '@prichal/connect/vanilla';
import { ConnectButton } from '@prichal/dev-wallet/playwright';

/** The other entries, as a test of a project uses them. */
export const connector: TonConnect = new TonConnect();
export const parts: readonly unknown[] = [
  ConnectButton,
  QrCode,
  useConnectRequest,
  useWallets,
  TonConnectUI,
];
scriptedConnector().answer(walletOf(uk.button.account));
