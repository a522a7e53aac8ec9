import { startServer } from '../fixtures/server.ts';
import { Stand } from '../fixtures/stand.ts';
import { expect, test } from '../fixtures/test.ts';
import { pulledIcon, startWalletsUpstream } from '../fixtures/wallets-upstream.ts';

test('wallet icons come from our origin, and no third party is contacted', async ({ page }) => {
  const upstream = await startWalletsUpstream(['quay', 'pier', 'mole', 'jetty'], ['mole']);
  const server = await startServer([], {
    PRICHAL_SERVER_LOOPS: '1', // with several loops, each gets the list at its own time
    PRICHAL_WALLETS_REFRESH: '3600',
    PRICHAL_WALLETS_SOURCE: upstream.source,
  });
  try {
    const icon = await pulledIcon(server.origin, 'quay');
    const asked = upstream.asked.length;
    const foreign: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      const local = origin === server.origin || protocol === 'data:' || protocol === 'blob:';
      if (!local) foreign.push(request.url());
    });
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
    const stand = await Stand.open(page, server.origin);
    await stand.connectButton.click();
    await expect(stand.sheet).toBeVisible();
    const tile = (name: string) => stand.sheet.getByRole('button', { name: `Wallet ${name}` });
    const shown = tile('quay').locator('[data-state="shown"] img');
    await expect(shown).toHaveAttribute('src', `${server.origin}${icon}`);
    const drawn = await shown.evaluate((image: HTMLImageElement) => image.naturalWidth);
    expect(drawn).toBe(120);
    // A wallet without a loadable icon shows its letter.
    await expect(tile('mole').locator('[data-state="failed"]')).toHaveText('W');
    // A policy that named the list's hosts would let the page contact them.
    const { headers } = await fetch(`${server.origin}/`);
    const pictures = /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
    expect(pictures).toBe(`'self' data: ${server.origin}`);
    await expect(tile('jetty').locator('[data-state="shown"]')).toBeVisible();
    await expect(stand.sheet.locator('[data-state="waiting"]')).toHaveCount(0);
    expect(foreign).toEqual([]);
    expect(refused).toEqual([]);
    expect(upstream.asked.length).toBe(asked);
  } finally {
    await server.stop();
    await upstream.stop();
  }
});
