// The sandbox as used by a developer who has read no documentation.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import { wholeChromiumLaunch } from '../fixtures/chromium.ts';
import { askExtension, connectByExtension } from '../fixtures/connect.ts';
import { askInPhone, openRequestMaker } from '../fixtures/request-maker.ts';
import { startServer } from '../fixtures/server.ts';
import { Stand } from '../fixtures/stand.ts';
import { expect, test } from '../fixtures/test.ts';

// The full browser blocks storage in cross-site frames.
test.use({ launchOptions: wholeChromiumLaunch });

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1366, height: 768 },
});

const TOOLS = ['', 'wallet/', 'dapp/', 'gallery/'];
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const log = (page: Page) => page.getByRole('log', { name: 'What happens' });

/** Selects an option of the lab by its visible text. */
async function choose(page: Page, tab: string, list: string, words: string | RegExp) {
  await page.getByRole('tab', { name: tab }).click();
  const box = page.getByRole('combobox', { name: list, exact: true });
  const option = box.locator('option').filter({ hasText: words }).first();
  await box.selectOption({ label: (await option.textContent()) ?? '' });
}

for (const tool of TOOLS) {
  test(`/stand/${tool} leads to the other tools`, async ({ page, server }) => {
    await page.goto(`${server.origin}/stand/${tool}`);
    const links = page.getByRole('navigation', { name: 'Tools of the sandbox' }).getByRole('link');
    await expect(links).toHaveText(['Sandbox', 'Wallet', 'Request maker', 'Gallery']);
    const addresses = await links.evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    expect(addresses).toEqual(TOOLS.map((each) => `/stand/${each}`));
    await expect(links.nth(TOOLS.indexOf(tool))).toHaveAttribute('aria-current', 'page');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${colorScheme}`, () => {
      test.use({ colorScheme });

      test(`axe finds no problems at /stand/${tool}`, async ({ page, server }) => {
        await page.goto(`${server.origin}/stand/${tool}`);
        await expect(page.getByRole('main').first()).toBeVisible();
        if (tool === '') await new Stand(page).connectButton.waitFor();
        const found = await new AxeBuilder({ page }).analyze();
        expect(found.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
      });
    });
  }
}

for (const tab of ['Start here', 'Telegram', 'Faults', 'Events', 'Launch data', 'On a phone']) {
  test(`axe finds no problems under “${tab}”, and each field has a description`, async ({
    openStand,
  }) => {
    const { page } = await openStand();
    await page.getByRole('tab', { name: tab }).click();
    const found = await new AxeBuilder({ page }).include('[role="tabpanel"]').analyze();
    expect(found.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    for (const field of await page.getByRole('tabpanel').locator('select, input').all()) {
      await field.focus();
      await expect(field).toHaveAccessibleDescription(/\w+ \w+/);
      await expect(page.getByRole('tooltip')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('tooltip')).toBeHidden();
    }
  });
}

test('arrow keys move between the tabs of the lab', async ({ openStand }) => {
  const { page } = await openStand();
  await page.getByRole('tab', { name: 'Start here' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Telegram' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Theme' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'On a phone' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('a transaction is requested in the phone, approved, and shown decrypted', async ({
  openStand,
}) => {
  const stand = await openStand({ ext: 'off' });
  const { page } = stand;
  await stand.wallet.openLink(await copyLinkFromPhone(stand));
  await stand.wallet.approveButton.click();
  await expect(stand.accountButton).toBeVisible();

  await page.getByRole('button', { name: 'Make requests in the phone' }).click();
  await stand.app.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(stand.accountButton).toBeVisible();
  await stand.app.getByRole('button', { name: 'Send to the wallet' }).click();
  await expect(stand.wallet.root.getByText('0.01 TON')).toBeVisible();
  await stand.wallet.approveButton.click();
  await expect(stand.app.getByRole('log').getByText(/^sendTransaction \d/)).toBeVisible();

  const asked = log(page).locator('details[data-source="tonconnect"]', {
    hasText: /from app ?sendTransaction/,
  });
  await asked.locator('summary').click();
  await expect(asked.getByText('"method": "sendTransaction"')).toBeVisible();
  const passed = log(page).locator('details[data-source="bridge"]');
  await expect(passed.filter({ hasText: /→ the dev wallet, \d+ bytes/ }).first()).toBeVisible();
  await expect(passed.filter({ hasText: /the dev wallet → .*, \d+ bytes/ }).first()).toBeVisible();

  // Shows only entries of one source that contain one word.
  await page.getByRole('button', { name: 'Bridge', exact: true }).click();
  await page.getByRole('button', { name: 'Telegram', exact: true }).click();
  await page.getByRole('searchbox').fill('result');
  await expect(log(page).locator('details')).toHaveCount(1);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  expect(await copied(page)).toMatch(/tonconnect\s+<- result/);
});

test('a hovered line keeps its place, and scrolling to the newest resumes afterwards', async ({
  openStand,
}) => {
  const stand = await openStand();
  const { page } = stand;
  // The messages of the app's start are one line, which ends with this one.
  await expect(log(page).getByText('web_app_ready').first()).toBeAttached();
  const lines = log(page).locator('> details');
  const app = await stand.appFrame();
  const another = async () => {
    const before = await lines.count();
    await app.evaluate(() =>
      parent.postMessage(JSON.stringify({ eventType: 'web_app_expand', eventData: {} }), '*'),
    );
    await expect.poll(() => lines.count()).toBeGreaterThan(before);
  };
  // More lines than the log can show.
  while ((await lines.count()) < 30) await another();
  await expect(lines.last()).toBeInViewport({ ratio: 0.9 });

  const pointedAt = lines.nth((await lines.count()) - 3);
  await pointedAt.hover();
  const { y } = (await pointedAt.boundingBox()) ?? {};
  await another();
  expect((await pointedAt.boundingBox())?.y).toBe(y);
  await expect(lines.last()).not.toBeInViewport({ ratio: 0.9 });
  await page.getByRole('tab', { name: 'Faults' }).hover();
  await expect(lines.last()).toBeInViewport({ ratio: 0.9 });
});

test('data signing is requested in the phone', async ({ openStand }) => {
  const stand = await openStand();
  await openRequestMaker(stand);
  await connectByExtension(stand);
  await askInPhone(stand, 'Text');
  await expect(stand.wallet.root.getByText('I agree to be moored here.')).toBeVisible();
  await stand.wallet.approveButton.click();
  await expect(stand.app.getByRole('log').getByText(/^signData \d/)).toBeVisible();
});

test.describe('the bridge fails as configured', () => {
  for (const site of ['same', 'cross']) {
    test(`in a frame of the ${site} site`, async ({ openStand, server }) => {
      const stand = await openStand({ site, ext: 'off' });
      const frame = await stand.appFrame();
      const answer = () =>
        frame.evaluate(
          async (address) => {
            try {
              const { status } = await fetch(address, { method: 'POST', body: 'x' });
              return status;
            } catch {
              return 'no connection';
            }
          },
          `${server.origin}/bridge/message?client_id=${'a'.repeat(64)}&to=${'b'.repeat(64)}&ttl=60`,
        );
      expect(await answer()).toBe(200);
      await choose(stand.page, 'Faults', 'Bridge', /500/);
      await expect.poll(answer).toBe(500);
      await choose(stand.page, 'Faults', 'Bridge', /no connection/);
      await expect.poll(answer).toBe('no connection');
      await choose(stand.page, 'Faults', 'Affected', /Receiving only/);
      await expect.poll(answer).toBe(200);
      await expect(log(stand.page).getByText('(error)').first()).toBeVisible();
      await stand.page.getByRole('button', { name: 'Remove all faults' }).click();
      await expect(stand.page).not.toHaveURL(/bridge=/);
    });
  }

  test('a slow bridge is stored in the address and still slow after a reload', async ({
    openStand,
    request,
    server,
  }) => {
    const stand = await openStand();
    const fault = async () =>
      ((await (await request.get(`${server.origin}/stand/bridge`)).json()) as { fault: string })
        .fault;
    await choose(stand.page, 'Faults', 'Bridge', /Slow/);
    await expect.poll(fault).toBe('slow');
    await expect(stand.page).toHaveURL(/bridge=slow/);
    await stand.page.reload();
    await expect(stand.page.getByRole('combobox', { name: 'Bridge' })).toHaveValue('slow');
    await stand.page.goto(`${server.origin}/stand/`);
    await expect.poll(fault).toBe('none');
  });
});

test('the wallet declines automatically, and the app shows it', async ({ openStand }) => {
  const stand = await openStand();
  await stand.wallet.root.getByText('Behaviour').click();
  await stand.wallet.root.getByRole('combobox', { name: 'Requests' }).selectOption('decline');
  await askExtension(stand);
  await expect(stand.wallet.root.getByText(/Declined to connect/)).toBeVisible();
  await expect(stand.wallet.approveButton).toBeHidden();
});

test('any event can be sent to the app', async ({ openStand }) => {
  const { page, app } = await openStand();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page
    .getByRole('textbox', { name: 'Data (JSON)' })
    .fill('{"theme_params":{"bg_color":"#101010"');
  await expect(page.getByText('The data is not valid JSON.')).toBeVisible();
  const dark = { bg_color: '#101010', text_color: '#ffffff', secondary_bg_color: '#181818' };
  await page
    .getByRole('textbox', { name: 'Data (JSON)' })
    .fill(JSON.stringify({ theme_params: dark }));
  await page.getByRole('button', { name: 'Send to the app' }).click();
  await expect(app.locator('html[data-theme="dark"]')).toBeAttached();
  await expect(log(page).getByText('sent by hand')).toBeVisible();
});

test('launch data can be read and copied', async ({ openStand }) => {
  const { page } = await openStand({ start: 'ref_7' });
  await page.getByRole('tab', { name: 'Launch data' }).click();
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByText('ref_7').first()).toBeVisible();
  await expect(panel.getByText('"username": "vera_gavan"')).toBeVisible();
  await page.getByRole('button', { name: 'Copy init data' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await copied(page)).toMatch(/hash=[0-9a-f]{64}/);
});

test.describe('platforms have their own look', () => {
  const lastInsets = async (stand: Stand) => {
    const lines = await log(stand.page)
      .locator('details', { hasText: /to app ?safe_area_changed/ })
      .allTextContents();
    return lines.at(-1) ?? '';
  };

  test('iOS: a text button closes, the title is centred, and the home indicator has space', async ({
    openStand,
  }) => {
    const stand = await openStand({ platform: 'ios', theme: 'ios-light' });
    await expect(stand.page.getByRole('button', { name: 'Close' })).toHaveText('Close');
    await expect.poll(() => lastInsets(stand)).toContain('"bottom":34');
    await stand.page.getByRole('button', { name: 'Turn' }).click();
    await stand.page.getByRole('button', { name: 'Lab', exact: true }).click();
    await expect.poll(() => lastInsets(stand)).toContain('"left":47');
    const [wide, high] = await (await stand.appFrame()).evaluate(() => [innerWidth, innerHeight]);
    expect(wide).toBe(844);
    expect(high).toBeLessThan(390);
  });

  test('Android: an arrow replaces the cross', async ({ openStand }) => {
    const stand = await openStand({ platform: 'android', path: '/about' });
    await expect(stand.back).toBeVisible();
    await expect(stand.page.getByRole('button', { name: 'Close' })).toHaveCount(0);
    await stand.back.click();
    await expect(stand.page.getByRole('button', { name: 'Close' })).toBeVisible();
  });

  test('a desktop has a window and no on-screen keyboard', async ({ openStand }) => {
    const stand = await openStand({ platform: 'tdesktop', keyboard: 'on', zoom: 'fit' });
    await expect(stand.page.locator('[data-underway]')).toHaveAttribute('data-look', 'desktop');
    const high = await (await stand.appFrame()).evaluate(() => innerHeight);
    expect(high).toBeGreaterThan(780);
  });

  test('a keyboard takes space from the app and notifies it', async ({ openStand }) => {
    const stand = await openStand({ platform: 'ios' });
    const height = async () => (await stand.appFrame()).evaluate(() => innerHeight);
    const before = await height();
    await stand.page.getByRole('button', { name: 'Keyboard' }).click();
    await expect.poll(height).toBe(before - 291);
    await expect.poll(() => lastInsets(stand)).toContain('"bottom":0');
  });
});

test('copy buttons copy the shown value', async ({ openStand }) => {
  const stand = await openStand({ theme: 'ios-dark' });
  await stand.wallet.root.getByRole('button', { name: 'Copy address' }).click();
  await expect(stand.wallet.root.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await copied(stand.page)).toMatch(/^UQ[\w-]{46}$/);
  await stand.page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => copied(stand.page)).toBe(stand.page.url());
});

test('a reset asks for confirmation and then clears everything', async ({ openStand }) => {
  const stand = await openStand({ theme: 'ios-dark', bridge: 'slow' });
  const { page, wallet } = stand;
  await wallet.root.getByText('Behaviour').click();
  await wallet.root.getByRole('combobox', { name: 'Requests' }).selectOption('never');
  await wallet.root.getByRole('button', { name: 'Copy address' }).click();
  await expect(wallet.root.getByRole('button', { name: 'Copied' })).toBeVisible();
  const before = await copied(page);
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await page.getByRole('button', { name: 'Really reset' }).click();
  await expect(page).toHaveURL(/\/stand\/$/);
  await expect(stand.connectButton).toBeVisible();
  await expect(wallet.root.getByText('changed')).toBeHidden();
  await wallet.root.getByRole('button', { name: 'Copy address' }).click();
  await expect(wallet.root.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await copied(page)).not.toBe(before);
});

test.describe('on your own phone', () => {
  test('a server on a loopback address says how to make it reachable', async ({ openStand }) => {
    const { page } = await openStand();
    await page.getByRole('button', { name: 'Open on a phone' }).click();
    await expect(page.getByText(/^Only this computer can open /)).toBeVisible();
    await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0);
    await expect(page.getByText('--public-url')).toBeVisible();
  });

  test('a QR code leads to the public address of the server', async ({ page }) => {
    const server = await startServer(['--public-url', 'https://stand.example.org']);
    try {
      await page.goto(`${server.origin}/stand/?panel=device&theme=ios-dark`);
      const address = 'https://stand.example.org/stand/?panel=device&theme=ios-dark';
      await expect(page.getByText(address)).toBeVisible();
      await expect(page.getByText('Only this computer')).toBeHidden();
      const code = page.getByRole('img', { name: 'QR code of this address' });
      const path = await code.locator('path').getAttribute('d');
      const size = Number((await code.getAttribute('viewBox'))?.split(' ')[3]);
      expect(readCode(path ?? '', size)).toBe(address);
    } finally {
      await server.stop();
    }
  });
});

/** Decodes a QR code drawn as `Mx yh1v1h-1z` modules in a square of `size`. */
function readCode(path: string, size: number): string | undefined {
  const scale = 4;
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g))
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < scale; column++) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4;
        pixels.fill(0, at, at + 3);
      }
  return jsQR(pixels, width, width)?.data;
}

/** Copies the link of the open dialog in the phone, whose QR code is on a second tab. */
async function copyLinkFromPhone(stand: Stand): Promise<string> {
  await stand.connectButton.click();
  await stand.sheet
    .getByRole('tab', { name: 'QR' })
    .or(stand.sheet.getByRole('button', { name: 'QR' }))
    .first()
    .click();
  const copy = stand.sheet.getByRole('button', { name: /Скопировать ссылку/ });
  await copy.click();
  await expect(stand.sheet.getByText('Ссылка скопирована').first()).toBeVisible();
  return copied(stand.page);
}
