import {
  UnknownError,
  UserRejectsError,
  WalletMissingRequiredFeaturesError,
  WalletWrongNetworkError,
} from '@prichal/connect';
import { ANY, DESKTOP, PHONES, type Scene } from '../scene';
import { press, see } from '../stage/hand';
import { WITH_EXTENSION } from '../stage/wallets';
import { code, refused, refusedThrough, walletScreen } from './steps';

export const walletScenes: readonly Scene[] = [
  {
    name: 'phone-waiting',
    title: 'Phone: waiting',
    widths: PHONES,
    play: (stage) => walletScreen(stage, 'Harbour'),
  },
  {
    name: 'phone-blocked',
    title: 'Phone: the browser opened nothing',
    widths: PHONES,
    blocked: true,
    play: (stage) => walletScreen(stage, 'Harbour'),
  },
  {
    name: 'phone-wallet-qr',
    title: 'Phone: the wallet’s code',
    widths: PHONES,
    play: async (stage) => {
      await walletScreen(stage, 'Harbour');
      await press(stage.names.showQr);
      await code(stage);
    },
  },
  {
    name: 'desktop-qr',
    title: 'Desktop: code',
    widths: DESKTOP,
    play: async (stage) => {
      await walletScreen(stage, 'Compass');
      await code(stage);
    },
  },
  {
    name: 'desktop-extension',
    title: 'Desktop: extension',
    widths: DESKTOP,
    list: async () => WITH_EXTENSION,
    play: (stage) => walletScreen(stage, 'Compass'),
  },
  {
    name: 'desktop-extension-missing',
    title: 'Desktop: no extension',
    widths: DESKTOP,
    play: async (stage) => {
      await walletScreen(stage, 'Compass');
      await press(stage.names.extension);
    },
  },
  {
    name: 'desktop-app',
    title: 'Desktop: program',
    widths: DESKTOP,
    play: async (stage) => {
      await walletScreen(stage, 'Compass');
      await press(stage.names.desktop);
      await press(stage.names.open('Compass'));
      await see('Compass');
    },
  },
  {
    name: 'wallet-declined',
    title: 'Declined',
    widths: ANY,
    play: (stage) => refused(stage, 'Harbour', new UserRejectsError()),
  },
  {
    name: 'wallet-missing-features',
    title: 'Lacks required features',
    widths: ANY,
    play: (stage) => refused(stage, 'Harbour', new WalletMissingRequiredFeaturesError()),
  },
  {
    name: 'wallet-wrong-network',
    title: 'Wrong network',
    widths: ANY,
    play: (stage) => refused(stage, 'Harbour', new WalletWrongNetworkError()),
  },
  {
    name: 'wallet-failed',
    title: 'Another failure',
    widths: ANY,
    play: (stage) => refused(stage, 'Harbour', new UnknownError()),
  },
  {
    name: 'wallet-connect-failed',
    title: 'WalletConnect came to nothing',
    widths: ANY,
    play: (stage) => refusedThrough(stage, new UserRejectsError()),
  },
];
