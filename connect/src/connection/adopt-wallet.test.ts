import { describe, expect, it } from 'vitest';
import { createInternals } from '../controller/create-internals.js';
import { openConnection } from '../controller/open-connection.js';
import { remoteWallet, scriptedConnector, walletOf } from '../testing/scripted-connector.js';
import { lazyChunk } from '../ton-connect-ui/load-lazy-chunk.js';
import type { TonConnectUiCreateOptions } from '../types/options.js';

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
    'says whether it supports what the app asks, as the peer’s: %s',
    async (_, options, answer) => {
      expect(await connected(options)).toMatchObject({ isSupportRequiredFeatures: answer });
    },
  );
});
