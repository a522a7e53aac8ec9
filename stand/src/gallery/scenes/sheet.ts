import { ANY, DESKTOP, PHONES, type Scene } from '../scene';
import { press, see } from '../stage/hand';
import { FLEET, WITH_EXTENSION } from '../stage/wallets';
import { code, connected, openSheet, universal } from './steps';

export const sheetScenes: readonly Scene[] = [
  { name: 'universal', title: 'First screen', widths: ANY, play: universal },
  {
    name: 'universal-installed',
    title: 'First screen, extension installed',
    widths: DESKTOP,
    list: async () => WITH_EXTENSION,
    play: universal,
  },
  {
    name: 'universal-recent',
    title: 'First screen, recent wallet',
    widths: ANY,
    play: async (stage) => {
      await connected(stage, 'Islet');
      await stage.ui.disconnect();
      await universal(stage);
    },
  },
  {
    name: 'universal-few',
    title: 'First screen, few wallets',
    widths: ANY,
    list: async () => FLEET.slice(1, 3),
    options: { walletsListConfiguration: {} },
    play: openSheet,
  },
  {
    name: 'universal-loading',
    title: 'First screen, list loading',
    widths: ANY,
    list: () => new Promise(() => undefined),
    play: openSheet,
  },
  {
    name: 'universal-offline',
    title: 'First screen, list unavailable',
    widths: ANY,
    list: () => Promise.reject(new Error('offline')),
    options: { walletsListConfiguration: {} },
    play: openSheet,
  },
  {
    name: 'universal-empty',
    title: 'First screen, empty list',
    widths: ANY,
    list: async () => [],
    options: { walletsListConfiguration: {} },
    play: openSheet,
  },
  {
    name: 'proof-loading',
    title: 'First screen, waiting for the proof',
    widths: DESKTOP,
    play: async (stage) => {
      stage.ui.setConnectRequestParameters({ state: 'loading' });
      await openSheet(stage);
    },
  },
  {
    name: 'phone-qr',
    title: 'QR code on a phone',
    widths: PHONES,
    play: async (stage) => {
      await universal(stage);
      await press(stage.names.qrTab);
      await code(stage);
    },
  },
  {
    name: 'qr-copied',
    title: 'QR code, link copied',
    widths: DESKTOP,
    play: async (stage) => {
      await universal(stage);
      await press(stage.names.copyLink);
      await see(stage.names.linkCopied);
    },
  },
  {
    name: 'what-is-a-wallet',
    title: 'What is a wallet',
    widths: ANY,
    play: async (stage) => {
      await universal(stage);
      await press(stage.names.whatIsWallet);
    },
  },
  {
    name: 'single-wallet',
    title: 'Single wallet',
    widths: ANY,
    play: async (stage) => {
      await stage.ui.openSingleWalletModal('Harbour');
      await see('Harbour');
      if (!stage.phone) await code(stage);
    },
  },
];
