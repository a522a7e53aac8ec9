import { ANY, type Scene } from '../scene';
import { control, press, said, search } from '../stage/hand';
import { allWallets, setUpWalletConnect } from './steps';

/** Dinghy and Galley do not sign data. */
const REQUIRED = { signData: { types: ['text' as const] } };

export const listScenes: readonly Scene[] = [
  { name: 'all', title: 'List', widths: ANY, play: allWallets },
  {
    name: 'all-search',
    title: 'List, searched',
    widths: ANY,
    play: async (stage) => {
      await allWallets(stage);
      await search('an');
      await control('Lantern');
    },
  },
  {
    name: 'all-search-nothing',
    title: 'List, nothing found',
    widths: ANY,
    play: async (stage) => {
      await allWallets(stage);
      await search('submarine');
    },
  },
  {
    name: 'all-wallet-connect',
    title: 'List, with WalletConnect',
    widths: ANY,
    play: async (stage) => {
      await setUpWalletConnect();
      await allWallets(stage);
      (await control('WalletConnect')).scrollIntoView({ block: 'end' });
    },
  },
  {
    name: 'all-lacking',
    title: 'List, wallets without a required feature',
    widths: ANY,
    options: { walletsRequiredFeatures: REQUIRED },
    play: async (stage) => {
      await allWallets(stage);
      (await control('Galley')).scrollIntoView({ block: 'end' });
    },
  },
  {
    name: 'all-refused',
    title: 'List, such a wallet is clicked',
    widths: ANY,
    options: { walletsRequiredFeatures: REQUIRED },
    play: async (stage) => {
      await allWallets(stage);
      (await control('Galley')).scrollIntoView({ block: 'end' });
      await press('Galley');
      await said('Galley');
    },
  },
];
