import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderWidget } from '../testing/render-widget.js';

/** A busy machine may take its time; a second, as by default, is not a failure. */
const PATIENCE = { timeout: 30_000 };

/** Headings that came into the page, also those that have gone since. */
const headings: (string | null)[] = [];
const observer = new MutationObserver((changes) => {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof Element)) continue;
    headings.push(...[...node.querySelectorAll('h2')].map(({ textContent }) => textContent));
  }
});

beforeEach(() => {
  localStorage.clear();
  headings.length = 0;
  observer.observe(document, { childList: true, subtree: true });
});
afterEach(() => observer.disconnect());

const LIMIT = { timeout: 40_000 };

it(
  'lays the first screen out before it is asked for, asks nobody and leaves nothing',
  LIMIT,
  async () => {
    const { connector } = await renderWidget();
    const focused = document.activeElement;
    const button = page.getByRole('button', { name: 'Connect wallet' });
    await expect.element(button).toBeEnabled();
    // The pointer may stand there from the test before: it comes anew.
    await button.unhover();
    await button.hover();
    await vi.waitUntil(() => headings.includes('Connect your wallet'), PATIENCE);
    await vi.waitUntil(() => document.querySelector('dialog, h2') === null, PATIENCE);
    expect(document.activeElement).toBe(focused);
    expect(connector.connects).toHaveLength(0);
  },
);
