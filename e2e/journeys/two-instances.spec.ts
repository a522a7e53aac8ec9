import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Wire } from '../bridge/wire.ts';
import { ask, connected } from '../fixtures/dapp.ts';
import { startServer, whenReady } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';
import { startValkey } from '../fixtures/valkey.ts';

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 900 },
});

test('a user of two instances connects, transfers, and is still connected after a reload', async ({
  context,
}) => {
  const data = await mkdtemp(join(tmpdir(), 'prichal-instances-'));
  const valkey = await startValkey();
  const wire = await Wire.open();
  const settings = { ...valkey.settings, PRICHAL_SITE_ORIGIN: wire.origin };
  const start = () => startServer(['--data', data], settings);
  const servers = [await start(), await start()];
  try {
    await Promise.all(servers.map(whenReady));
    wire.leadTo(...servers.map(({ origin }) => origin));
    const { dapp, wallet } = await connected(context, wire.origin);
    await ask(dapp, 'Transfer');
    await wallet.approveButton.click();
    await expect(dapp.getByRole('log').getByText('"boc"')).toHaveCount(1);

    await dapp.reload();
    await ask(dapp, 'Transfer');
    await wallet.approveButton.click();
    await expect(dapp.getByRole('log').getByText('"boc"')).toHaveCount(1);

    // The instance with the streams stops. Page and wallet continue on the other.
    await servers.shift()?.stop();
    await ask(dapp, 'Transfer');
    await wallet.approveButton.click();
    await expect(dapp.getByRole('log').getByText('"boc"')).toHaveCount(2);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await wire.close();
    await valkey.stop();
    await rm(data, { recursive: true });
  }
});
