// The sandbox's sign-in panel: requests of a page to the real server, and each refusal with its
// reason.
import { expect, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 1366, height: 900 } });

const refusals = {
  'Init data of last week': '401 init_data_expired',
  'Init data of another bot': '401 init_data_signature',
  'Proof for another site': '401 domain_not_allowed',
  'One challenge, twice': '409 challenge_used',
  'Wallet of the test network': '401 network_not_allowed',
  'Wallet that is not deployed and shows no state init': '401 state_init_invalid',
};

test('signs in with Telegram and with a wallet, renews and signs out', async ({ openStand }) => {
  const { page } = await openStand({ panel: 'session' });
  const lab = page.getByRole('region', { name: 'Lab' });
  const answer = lab.getByRole('status');

  await lab.getByRole('button', { name: 'Sign in with init data' }).click();
  await expect(answer).toContainText('200');
  await expect(answer).toContainText('telegram:5628441907');
  await expect(lab.getByText('"tg_init"')).toBeVisible();

  await lab.getByRole('button', { name: 'Sign in with a wallet' }).click();
  await expect(answer).toContainText('ton:-239:0:');
  await expect(lab.getByText('"ton_proof"')).toBeVisible();

  await lab.getByRole('button', { name: 'Renew' }).click();
  await expect(answer).toContainText('Renew');
  await expect(answer).toContainText('200');
  await lab.getByRole('button', { name: 'Sign out' }).click();
  await expect(answer).toContainText('204');
  await expect(lab.getByRole('button', { name: 'Sign out' })).toBeHidden();
});

test('shows each refusal with its code and reason', async ({ openStand }) => {
  const { page } = await openStand({ panel: 'session' });
  const lab = page.getByRole('region', { name: 'Lab' });
  for (const [name, code] of Object.entries(refusals)) {
    await lab.getByRole('button', { name, exact: true }).click();
    await expect(lab.getByRole('status')).toContainText(name);
    await expect(lab.getByRole('status')).toContainText(code);
    await expect(lab.getByRole('status')).toContainText('Reason');
  }
});
