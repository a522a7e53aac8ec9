import { expect, it } from 'vitest';
import { remoteWallet } from '../../testing/scripted-connector.js';
import type { ChooseSupportedFeatureWalletsModal } from '../state.js';
import { INITIAL_STATE } from '../state.js';
import { sheetWallets } from './sheet-wallets.js';

/** Beta signs text, and sends more messages at once. */
const listed = [
  remoteWallet('Alpha'),
  remoteWallet('Beta', {
    features: [
      { name: 'SendTransaction', maxMessages: 255 },
      { name: 'SignData', types: ['text'] },
    ],
  }),
];

const lacking = (requiredFeature?: object) =>
  sheetWallets({
    ...INITIAL_STATE,
    listed,
    ...(requiredFeature && {
      modal: {
        status: 'opened',
        closeReason: null,
        type: 'wallet-not-support-feature',
        requiredFeature,
      } as ChooseSupportedFeatureWalletsModal,
    }),
  })
    ?.filter(({ support }) => support === 'lacks-required')
    .map(({ wallet }) => wallet.name);

it.each([
  ['nothing', undefined, []],
  ['data signed', { featureName: 'SignData', value: { types: ['text'] } }, ['Alpha']],
  ['a cell signed', { featureName: 'SignData', value: { types: ['cell'] } }, ['Alpha', 'Beta']],
  ['any signature', { featureName: 'SignData' }, ['Alpha']],
  ['many messages', { featureName: 'SendTransaction', value: { minMessages: 5 } }, ['Alpha']],
  ['a transaction', { featureName: 'SendTransaction' }, []],
])('an action that needs %s excludes wallets without this feature', (_, feature, names) => {
  expect(lacking(feature)).toEqual(names);
});
