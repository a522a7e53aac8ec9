import { LAUNCHES } from '../fixtures/launches.ts';
import { expectStarted, launchInTelegram } from '../fixtures/telegram-launch.ts';
import { test } from '../fixtures/test.ts';

// The launches of launch.spec.ts with storage in cross-site frames, which Chromium's shell allows.
for (const launch of LAUNCHES) {
  test(`starts with storage: ${launch.name}`, async ({ page, context, server }) => {
    const launched = await launchInTelegram({ page, context }, server.origin, launch);
    await expectStarted(launched, launch.path);
  });
}
