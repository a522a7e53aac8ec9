import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, connected } from '../fixtures/dapp.ts';
import { startServer } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 900 },
});

test('an answer arrives after a restart of the bridge while the page stays visible', async ({
  context,
}) => {
  const data = await mkdtemp(join(tmpdir(), 'prichal-restart-'));
  let server = await startServer(['--data', data]);
  try {
    const { dapp, wallet } = await connected(context, server.origin);
    await dapp.evaluate(() => {
      const onHide = () => document.documentElement.setAttribute('data-was-hidden', '');
      document.addEventListener('visibilitychange', onHide);
    });

    await server.stop();
    server = await startServer(['--data', data, '--listen', new URL(server.origin).host]);

    await ask(dapp, 'Transfer');
    await wallet.approveButton.click();
    await expect(dapp.getByRole('log').getByText('"boc"')).toBeVisible({ timeout: 20_000 });
    await expect(dapp.locator('html[data-was-hidden]')).toHaveCount(0);
  } finally {
    await server.stop();
    await rm(data, { recursive: true });
  }
});
