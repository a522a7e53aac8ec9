import { ANY, type Scene } from '../scene';
import { control, press, see } from '../stage/hand';
import { connectedAs } from '../stage/wallets';
import { accountButton } from './steps';

export const buttonScenes: readonly Scene[] = [
  {
    name: 'button-restoring',
    title: 'Restoring',
    widths: ANY,
    restored: 'never',
  },
  {
    name: 'button-disconnected',
    title: 'Disconnected',
    widths: ANY,
    play: ({ names }) => control(names.connectWallet),
  },
  {
    name: 'button-connected',
    title: 'Connected',
    widths: ANY,
    restored: connectedAs('Tonkeeper'),
    play: accountButton,
  },
  {
    name: 'menu',
    title: 'Menu',
    widths: ANY,
    restored: connectedAs('Tonkeeper'),
    play: async ({ names }) => {
      (await accountButton()).click();
      await control(names.copyAddress);
    },
  },
  {
    name: 'menu-copied',
    title: 'Menu, address copied',
    widths: ANY,
    restored: connectedAs('Tonkeeper'),
    play: async ({ names }) => {
      (await accountButton()).click();
      await press(names.copyAddress);
      await see(names.addressCopied);
    },
  },
];
