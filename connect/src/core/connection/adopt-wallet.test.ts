import { describe, expect, it } from 'vitest';
import { lazyChunk } from '../../react/load-lazy-chunk.js';
import { remoteWallet, scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { createInternals } from '../create-internals.js';
import type { TonConnectUiCreateOptions } from '../options.js';
import { openConnection } from './open-connection.js';

async function connected(options: TonConnectUiCreateOptions) {
  const alpha = remoteWallet('Alpha');
  const connector = scriptedConnector([alpha]);
  const internals = createInternals({ connector, ...options }, lazyChunk);
  internals.store.set({ listed: [alpha] });
  openConnection(internals, undefined);
  connector.answer(walletOf('alpha'));
  return internals.store.get().wallet;
}

describe('the connected wallet', () => {
  it.each([
    ['nothing is asked', {}, true],
    ['it can do it', { walletsRequiredFeatures: { sendTransaction: { minMessages: 4 } } }, true],
    ['it cannot', { walletsRequiredFeatures: { sendTransaction: { minMessages: 5 } } }, false],
    [
      'it cannot do what would be liked',
      { walletsPreferredFeatures: { signData: { types: ['text' as const] } } },
      false,
    ],
  ])(
    'reports whether it supports the required features, as the peer does: %s',
    async (_, options, answer) => {
      expect(await connected(options)).toMatchObject({ isSupportRequiredFeatures: answer });
    },
  );
});
