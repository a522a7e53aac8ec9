import { ANY, type Scene } from '../scene';
import { allWallets, universal } from './steps';

export const lookScenes: readonly Scene[] = [
  {
    name: 'radius-small',
    title: 'Small corners',
    widths: ANY,
    options: { uiPreferences: { borderRadius: 's' } },
    play: universal,
  },
  {
    name: 'radius-none',
    title: 'Square corners',
    widths: ANY,
    options: { uiPreferences: { borderRadius: 'none' } },
    play: universal,
  },
  {
    name: 'radius-none-list',
    title: 'Square corners, list',
    widths: ANY,
    options: { uiPreferences: { borderRadius: 'none' } },
    play: allWallets,
  },
];
