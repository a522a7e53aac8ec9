import { ANY, type Scene } from '../scene';
import { allWallets, universal } from './steps';

/** Button colours of a theme in harbour green. */
const GREEN = {
  connectButton: { background: '#0b6a62', foreground: '#ffffff' },
  telegramButton: '#0b6a62',
};

export const lookScenes: readonly Scene[] = [
  {
    name: 'radius-small',
    title: 'Small corners',
    widths: ANY,
    fixed: { radius: 's' },
    play: universal,
  },
  {
    name: 'radius-none',
    title: 'Square corners',
    widths: ANY,
    fixed: { radius: 'none' },
    play: universal,
  },
  {
    name: 'radius-none-list',
    title: 'Square corners, list',
    widths: ANY,
    fixed: { radius: 'none' },
    play: allWallets,
  },
  {
    name: 'right-to-left',
    title: 'Right to left',
    widths: ANY,
    fixed: { dir: 'rtl' },
    play: allWallets,
  },
  {
    name: 'colours',
    title: 'Own colours',
    widths: ANY,
    options: {
      uiPreferences: {
        colorsSet: {
          LIGHT: {
            ...GREEN,
            accent: '#0b6a62',
            background: { primary: '#fbf7ef', secondary: '#efe8da', tint: '#efe8da' },
            text: { primary: '#2b2418', secondary: '#6b5f4b' },
          },
          DARK: {
            ...GREEN,
            accent: '#5fc7ba',
            background: { primary: '#10201f', secondary: '#1a302e', tint: '#1a302e' },
            text: { primary: '#e9f4f2', secondary: '#a3bdb9' },
          },
        },
      },
    },
    play: universal,
  },
];
