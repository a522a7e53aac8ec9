import { LAUNCHES } from '../fixtures/launches.ts';
import { expectStarted, launchInTelegram } from '../fixtures/telegram-launch.ts';
import { test } from '../fixtures/test.ts';

// As launch.spec.ts, where frames of another site have storage: the shell of Chromium gives it.
for (const launch of LAUNCHES) {
  test(`starts with storage: ${launch.name}`, async ({ page, context, server }) => {
    const launched = await launchInTelegram({ page, context }, server.origin, launch);
    await expectStarted(launched, launch.path);
  });
}
