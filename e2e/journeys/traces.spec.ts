import type { Page } from '@playwright/test';
import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import { HostTrace } from '../fixtures/host-trace.ts';
import {
  becomeClient,
  clientSays,
  launchHash,
  NATIVE,
  type NativeClient,
  NIGHT,
} from '../fixtures/native-client.ts';
import { launchInTelegram } from '../fixtures/telegram-launch.ts';
import { expect, test } from '../fixtures/test.ts';

// The full browser blocks storage in cross-site frames.
test.use({ launchOptions: wholeChromiumLaunch });

// All messages of the app to each client during a short walk, recorded in e2e/traces. Any
// difference is a change of behaviour that must be intended (--update-snapshots writes them).

test.use({ viewport: { width: 1280, height: 860 } });

for (const [name, client, version] of [
  ['weba-9.1', 'weba', '9.1'],
  ['webk-9.0', 'webk', '8.0'],
  ['weba-6.0', 'weba', '6.0'],
  ['silent', 'silent', '9.1'],
] as const) {
  test(`messages that ${name} receives`, async ({ page, context, server }) => {
    const { stand, trace } = await launchInTelegram({ page, context }, server.origin, {
      settings: { client, version, panel: 'client' },
    });
    await expect.poll(() => trace.count('web_app_ready')).toBe(1);

    trace.note('the visitor presses "О нас"');
    await stand.app.getByRole('link', { name: 'О нас' }).click();
    await expect(stand.app.getByRole('heading', { name: 'О нас' })).toBeVisible();
    await expect.poll(() => stand.appPath()).toBe('/about');

    if (client !== 'silent') {
      if (version !== '6.0') {
        await expect(stand.back).toBeVisible();
        trace.note('the host: Back');
        await stand.back.click();
        await expect.poll(() => stand.appPath()).toBe('/');
        await expect(stand.back).toBeHidden();
      }
      const before = trace.lines.length;
      trace.note('the host: a dark theme');
      await page.getByRole('combobox', { name: 'Theme' }).selectOption('weba-dark');
      await expect(stand.app.locator('html[data-theme="dark"]')).toBeAttached();
      if (version !== '6.0') await expect.poll(() => trace.lines.length).toBe(before + 4);
      trace.note('the host: reload');
      await page.getByRole('button', { name: 'Reload' }).click();
      await expect.poll(() => trace.count('web_app_ready')).toBe(2);
      await expect(stand.connectButton).toBeEnabled();
    }
    await trace.expectAs(name);
  });
}

async function heading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

for (const [name, client] of Object.entries<NativeClient>(NATIVE)) {
  test(`messages that ${name} receives`, async ({ page, server }) => {
    const trace = await HostTrace.of(page);
    await becomeClient(page, client);
    await page.goto(`${server.origin}/${launchHash(client)}`);
    await expect.poll(() => trace.count('web_app_ready')).toBe(1);

    trace.note('the visitor presses "О нас"');
    await page.getByRole('link', { name: 'О нас' }).click();
    await heading(page, 'О нас');
    if (client.version !== '6.0') {
      await expect.poll(() => trace.count('web_app_setup_back_button')).toBe(1);
      trace.note('the client: Back');
      await clientSays(page, 'back_button_pressed');
      await heading(page, 'Торговый блок');
      await expect.poll(() => trace.count('web_app_setup_back_button')).toBe(2);
    }
    trace.note('the client: reload');
    await page.reload();
    await expect.poll(() => trace.count('web_app_ready')).toBe(2);
    trace.note('the client: a dark theme');
    await clientSays(page, 'theme_changed', { theme_params: NIGHT });
    await expect(page.locator('html[data-theme="dark"]')).toBeAttached();
    await trace.expectAs(name);
  });
}
