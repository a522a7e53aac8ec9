import { chromiumLaunch } from '../fixtures/chromium.ts';
import { LAUNCHES } from '../fixtures/launches.ts';
import { expectStarted, launchInTelegram } from '../fixtures/telegram-launch.ts';
import { test } from '../fixtures/test.ts';

// As launch.spec.ts, in a browser that lets frames of another site have storage.
test.use({
  launchOptions: {
    ...chromiumLaunch,
    args: [...chromiumLaunch.args, '--disable-features=TrackingProtection3pcd'],
  },
});

for (const launch of LAUNCHES) {
  test(`starts with storage: ${launch.name}`, async ({ page, context, server }) => {
    const launched = await launchInTelegram({ page, context }, server.origin, launch);
    await expectStarted(launched, launch.path);
  });
}
