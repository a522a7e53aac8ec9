import { askExtension, connectByExtension } from '../fixtures/connect.ts';
import { ask, connected } from '../fixtures/dapp.ts';
import { askInPhone, openRequestMaker } from '../fixtures/request-maker.ts';
import { expect, test } from '../fixtures/test.ts';

// Answers of the dev wallet after the user has closed the dialog.

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const LATE = 'Transaction was sent after all';

test('an extension that approves after the wallet dialog was closed is connected, and the app shows it', async ({
  openStand,
}) => {
  const stand = await openStand();
  await askExtension(stand);
  await expect(stand.wallet.approveButton).toBeVisible();
  await stand.sheet.getByRole('button', { name: 'Закрыть' }).click();
  await expect(stand.sheet).toBeHidden();
  await expect(stand.connectButton).toBeVisible();
  await stand.wallet.approveButton.click();
  await expect(stand.accountButton).toBeVisible();
  await expect(stand.wallet.disconnectButtons).toHaveCount(1);
});

test('an extension is asked once if its wallet dialog is closed and opened again', async ({
  openStand,
}) => {
  const stand = await openStand();
  for (let time = 0; time < 2; time++) {
    await askExtension(stand);
    await expect(stand.sheet.getByText('Продолжите в расширении')).toBeVisible();
    await stand.sheet.getByRole('button', { name: 'Закрыть' }).click();
    await expect(stand.sheet).toBeHidden();
  }
  await expect(stand.wallet.approveButton).toHaveCount(1);
  await stand.wallet.approveButton.click();
  await expect(stand.accountButton).toBeVisible();
  await expect(stand.wallet.approveButton).toHaveCount(0);
});

test('the app reports a transaction approved over the bridge after its dialog was closed', async ({
  context,
  server,
}) => {
  const { dapp, wallet } = await connected(context, server.origin);
  await ask(dapp, 'Transfer');
  await expect(wallet.root.getByText('0.01 TON')).toBeVisible();
  await dapp.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(dapp.getByText('We stopped waiting').first()).toBeVisible();
  await expect(dapp.getByText(/[Bb]alance has not changed/)).toHaveCount(0);
  await wallet.approveButton.click();
  await expect(dapp.getByText(LATE).first()).toBeVisible();
});

test('the app reports a transaction signed by an extension after its dialog was closed', async ({
  openStand,
}) => {
  const stand = await openStand();
  await openRequestMaker(stand);
  await connectByExtension(stand);
  await askInPhone(stand, 'Transfer');
  await expect(stand.wallet.root.getByText('0.01 TON')).toBeVisible();
  await stand.sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(stand.app.getByText('We stopped waiting').first()).toBeVisible();
  await stand.wallet.approveButton.click();
  await expect(stand.app.getByText(LATE).first()).toBeVisible();
});
