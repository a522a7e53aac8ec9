import { UserRejectsError, WalletNotSupportFeatureError } from '@prichal/connect';
import { ANY, PHONES, type Scene, type Stage } from '../scene';
import { until } from '../stage/environment';
import { see } from '../stage/hand';
import type { Asked } from '../stage/played-connector';
import { connectedAs } from '../stage/wallets';
import { accountButton, connected } from './steps';

const TRANSACTION = {
  validUntil: 1_800_000_000,
  messages: [{ address: 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI', amount: '1000000' }],
};

type What = 'transaction' | 'data';

/** Sends the connected wallet a request. */
function ask({ ui, wallet }: Stage, what: What): Promise<Asked> {
  const before = wallet.asked();
  const asking =
    what === 'data' ? ui.signData({ type: 'text', text: 'Ahoy' }) : ui.sendTransaction(TRANSACTION);
  // The scene shows the outcome.
  asking.catch(() => undefined);
  return until(() => wallet.asked() !== before && wallet.asked(), 'a request');
}

const dialog = (): Promise<Element> =>
  until(() => document.querySelector('dialog:modal h2'), 'a dialog');

/** Waits for at least `count` notices. */
const notices = (count: number): Promise<true> =>
  until(
    () => document.querySelectorAll('section[aria-live] p:first-child').length >= count,
    'notices',
  );

type End = (asked: Asked) => void;
const sent: End = (asked) => asked.sent();
const approved: End = (asked) => asked.approve();
const refused: End = (asked) => asked.refuse(new UserRejectsError());

/** Shows only a dialog, or only a notice. */
const MODALS: NonNullable<Scene['options']> = {
  actionsConfiguration: { modals: 'all', notifications: [] },
};
const NOTICES: NonNullable<Scene['options']> = {
  actionsConfiguration: { modals: [], notifications: 'all' },
};

function inDialog(name: string, title: string, what: What, end: End): Scene {
  return {
    name,
    title,
    widths: ANY,
    options: MODALS,
    play: async (stage) => {
      await connected(stage);
      end(await ask(stage, what));
      await dialog();
    },
  };
}

function asNotice(name: string, title: string, what: What, end: End): Scene {
  return {
    name,
    title,
    widths: ANY,
    options: NOTICES,
    play: async (stage) => {
      await connected(stage);
      end(await ask(stage, what));
      await notices(1);
    },
  };
}

export const dialogScenes: readonly Scene[] = [
  {
    name: 'confirm-not-sent',
    title: 'Confirm a transaction, not sent yet',
    widths: PHONES,
    options: MODALS,
    play: async (stage) => {
      await connected(stage);
      await ask(stage, 'transaction');
      await dialog();
    },
  },
  inDialog('confirm-sent', 'Confirm a transaction', 'transaction', sent),
  {
    name: 'confirm-wallet-connect',
    title: 'Confirm a transaction through WalletConnect',
    widths: ANY,
    options: MODALS,
    restored: connectedAs('wallet_connect', 'injected'),
    play: async (stage) => {
      await accountButton();
      sent(await ask(stage, 'transaction'));
      await dialog();
    },
  },
  inDialog('transaction-sent', 'Transaction sent', 'transaction', approved),
  inDialog('transaction-cancelled', 'Transaction cancelled', 'transaction', refused),
  inDialog('confirm-data', 'Sign data', 'data', sent),
  inDialog('data-signed', 'Data signed', 'data', approved),
  inDialog('data-cancelled', 'Signing cancelled', 'data', refused),
  {
    name: 'unsupported-action',
    title: 'The wallet cannot do this',
    widths: ANY,
    play: async (stage) => {
      await connected(stage);
      const requiredFeature = { featureName: 'sendTransaction', minMessages: 8 } as const;
      (await ask(stage, 'transaction')).refuse(
        new WalletNotSupportFeatureError('', { cause: { requiredFeature } }),
      );
      await dialog();
    },
  },
];

export const noticeScenes: readonly Scene[] = [
  asNotice('notice-confirm', 'Confirm a transaction', 'transaction', sent),
  asNotice('notice-sent', 'Transaction sent', 'transaction', approved),
  asNotice('notice-cancelled', 'Transaction cancelled', 'transaction', refused),
  asNotice('notice-data-signed', 'Data signed', 'data', approved),
  asNotice('notice-data-cancelled', 'Signing cancelled', 'data', refused),
  {
    name: 'notices-several',
    title: 'Several',
    widths: ANY,
    options: NOTICES,
    play: async (stage) => {
      await connected(stage);
      approved(await ask(stage, 'transaction'));
      await notices(1);
      refused(await ask(stage, 'data'));
      await notices(2);
      sent(await ask(stage, 'transaction'));
      await see(stage.names.toastConfirm);
    },
  },
  {
    name: 'notice-over-dialog',
    title: 'Over a dialog',
    widths: ANY,
    play: async (stage) => {
      await connected(stage);
      approved(await ask(stage, 'transaction'));
      await notices(1);
      sent(await ask(stage, 'transaction'));
      await dialog();
    },
  },
];
