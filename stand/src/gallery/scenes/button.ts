import { ANY, type Scene } from '../scene';
import { control, press, pressOn, see } from '../stage/hand';
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
      pressOn(await accountButton());
      await control(names.copyAddress);
    },
  },
  {
    name: 'menu-copied',
    title: 'Menu, address copied',
    widths: ANY,
    restored: connectedAs('Tonkeeper'),
    play: async ({ names }) => {
      pressOn(await accountButton());
      await press(names.copyAddress);
      await see(names.addressCopied);
    },
  },
];
