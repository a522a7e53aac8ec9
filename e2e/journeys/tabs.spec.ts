// Tabs of one page, each with an open stream of the bridge. With HTTP/1.1 a browser opens six
// connections to a host, and the seventh tab waits until another closes.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../fixtures/certificate.ts';
import { startServer } from '../fixtures/server.ts';
import { expect, test } from '../fixtures/test.ts';

const id = (number: number) => number.toString(16).padStart(64, 'a');

test('twelve tabs with one page each get their own message', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'prichal-tabs-'));
  const server = await startServer([], await selfSigned(folder));
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const tabs = [];
    for (let number = 0; number < 12; number += 1) {
      const tab = await context.newPage();
      await tab.goto(`${server.origin}/about`);
      tabs.push(tab);
      // One after the other, so that earlier tabs have open streams.
      await tab.evaluate(
        (client) =>
          new Promise<void>((opened, failed) => {
            const source = new EventSource(`/bridge/events?client_id=${client}`);
            source.addEventListener('open', () => opened());
            source.addEventListener('error', () => failed(new Error('the stream has ended')));
            source.addEventListener('message', ({ data }) => {
              document.title = JSON.parse(data).message;
            });
          }),
        id(number),
      );
    }
    const protocols = await Promise.all(
      tabs.map((tab) =>
        tab.evaluate(
          () =>
            performance
              .getEntriesByType('navigation')
              .map((entry) => entry.toJSON().nextHopProtocol)[0],
        ),
      ),
    );
    expect(new Set(protocols)).toEqual(new Set(['h2']));
    for (const number of tabs.keys()) {
      const status = await tabs[0]?.evaluate(
        async ({ to, body }) =>
          (
            await fetch(`/bridge/message?client_id=${'b'.repeat(64)}&to=${to}&ttl=60`, {
              method: 'POST',
              body,
            })
          ).status,
        { to: id(number), body: `for tab ${number}` },
      );
      expect(status).toBe(200);
    }
    for (const [number, tab] of tabs.entries()) await expect(tab).toHaveTitle(`for tab ${number}`);
  } finally {
    await context.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
});
