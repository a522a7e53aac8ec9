import { UserRejectsError } from '@prichal/connect';
import { ANY, type Scene, type Stage } from '../scene';
import { until } from '../stage/environment';
import type { Asked } from '../stage/played-connector';
import { connected } from './steps';

const TRANSACTION = {
  validUntil: 1_800_000_000,
  messages: [{ address: 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI', amount: '1000000' }],
};

/** A visitor with a wallet is asked for something. */
async function ask(stage: Stage, what: 'transaction' | 'data'): Promise<Asked> {
  await connected(stage);
  const asking =
    what === 'data'
      ? stage.ui.signData({ type: 'text', text: 'Ahoy' })
      : stage.ui.sendTransaction(TRANSACTION);
  // How it ends is the scene's to show.
  asking.catch(() => undefined);
  return until(stage.wallet.asked, 'a request');
}

const dialog = (): Promise<Element> =>
  until(() => document.querySelector('dialog:modal'), 'a dialog');

/** Nothing but a dialog, or nothing but a toast. */
const MODALS: Scene['options'] = { actionsConfiguration: { modals: 'all', notifications: [] } };
const TOASTS: Scene['options'] = { actionsConfiguration: { modals: [], notifications: 'all' } };

export const actionScenes: readonly Scene[] = [
  {
    name: 'confirm-not-sent',
    title: 'Confirm a transaction, not sent yet',
    widths: ANY,
    play: async (stage) => {
      await ask(stage, 'transaction');
      await dialog();
    },
  },
  {
    name: 'confirm-sent',
    title: 'Confirm a transaction, sent',
    widths: ANY,
    play: async (stage) => {
      (await ask(stage, 'transaction')).sent();
      await dialog();
    },
  },
  {
    name: 'transaction-sent',
    title: 'Transaction sent',
    widths: ANY,
    options: MODALS,
    play: async (stage) => {
      (await ask(stage, 'transaction')).approve();
      await dialog();
    },
  },
  {
    name: 'transaction-cancelled',
    title: 'Transaction cancelled',
    widths: ANY,
    options: MODALS,
    play: async (stage) => {
      (await ask(stage, 'transaction')).refuse(new UserRejectsError());
      await dialog();
    },
  },
];

export { TOASTS };
