import { TonConnect } from '@prichal/connect/sdk';
import { ConnectButton } from '@prichal/connect/testing';

/** The other two entries, as a test of the project would use them. */
export const connector: TonConnect = new TonConnect();
export const parts: readonly unknown[] = [ConnectButton];
