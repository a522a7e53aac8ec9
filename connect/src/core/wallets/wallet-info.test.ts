import { expect, it } from 'vitest';
import { remoteWallet } from '../../testing/scripted-connector.js';
import { findWallet } from './wallet-info.js';

it('finds a wallet by its name or app name, in any case', () => {
  const wallets = [remoteWallet('Beta'), remoteWallet('Alpha', { appName: 'alpha-app' })];
  for (const name of ['ALPHA', 'alpha', 'Alpha-App']) {
    expect(findWallet(wallets, name)?.name).toBe('Alpha');
  }
  expect(findWallet(wallets, 'Alph')).toBeUndefined();
});
