import { StrictMode } from 'react';
import { createPortal } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { until } from '../../testing/until.js';
import { addStyleSheet, ServerStyles, useStyles } from './styles-in-scripts.js';

/* The published package's styles. The tests run from the source, which has CSS files. */

const BUTTON = '.of-button { color: rgb(1, 2, 3); }';
const SHEET = '.of-sheet { color: rgb(4, 5, 6); }';
addStyleSheet(BUTTON);

const Root = () => (
  <div ref={useStyles()} data-testid="root">
    <ServerStyles />
    <span className="of-button">a</span>
    <span className="of-sheet">b</span>
  </div>
);

const colorOf = (name: string, place: ParentNode = document): string => {
  const element = place.querySelector(`.${name}`);
  if (!element) throw new Error(`there is no .${name}`);
  return getComputedStyle(element).color;
};

/** Returns how often a text is adopted. */
const adopted = (text: string, place: DocumentOrShadowRoot = document): number =>
  place.adoptedStyleSheets.filter((sheet) => 'prichal' in sheet && sheet.prichal === text).length;

const host = (): HTMLElement => document.body.appendChild(document.createElement('div'));

let complaints: MockInstance;
beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  expect(complaints).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  document.body.replaceChildren();
  document.adoptedStyleSheets = [];
});

describe('the styles of the published package', () => {
  it('are adopted with the first root, once for all roots', async () => {
    expect(adopted(BUTTON)).toBe(0);
    await render(
      <StrictMode>
        <Root />
        <Root />
      </StrictMode>,
    );
    expect(colorOf('of-button')).toBe('rgb(1, 2, 3)');
    expect(adopted(BUTTON)).toBe(1);
  });

  it('are adopted when a later part loads', async () => {
    await render(<Root />);
    expect(colorOf('of-sheet')).not.toBe('rgb(4, 5, 6)');
    addStyleSheet(SHEET);
    expect(colorOf('of-sheet')).toBe('rgb(4, 5, 6)');
    expect(adopted(SHEET)).toBe(1);
  });

  it('are not added twice, and do not change the app’s', async () => {
    const own = new CSSStyleSheet();
    document.adoptedStyleSheets = [own];
    await render(<Root />);
    const second = new URL('./styles-in-scripts.tsx?second', import.meta.url).href;
    const copy: typeof import('./styles-in-scripts.js') = await import(/* @vite-ignore */ second);
    copy.addStyleSheet(BUTTON);
    copy.adoptStyleSheets(document);
    expect(adopted(BUTTON)).toBe(1);
    expect(document.adoptedStyleSheets[0]).toBe(own);
  });

  it('follow the widget into another document', async () => {
    const frame = document.createElement('iframe');
    host().append(frame);
    const inside = frame.contentDocument;
    if (!inside) throw new Error('the frame has no document');
    await render(createPortal(<Root />, inside.body));
    expect(colorOf('of-button', inside)).toBe('rgb(1, 2, 3)');
  });

  it('follow the widget into a shadow tree', async () => {
    const shadow = host().attachShadow({ mode: 'open' });
    await render(createPortal(<Root />, shadow));
    expect(colorOf('of-button', shadow)).toBe('rgb(1, 2, 3)');
  });

  it('are elements if a document cannot adopt sheets', async () => {
    Object.defineProperty(document, 'adoptedStyleSheets', { value: undefined, configurable: true });
    try {
      await render(
        <>
          <Root />
          <Root />
        </>,
      );
      expect(colorOf('of-button')).toBe('rgb(1, 2, 3)');
      const elements = [...document.head.querySelectorAll('style')];
      expect(elements.filter(({ textContent }) => textContent === BUTTON)).toHaveLength(1);
      for (const element of elements) if (element.textContent === BUTTON) element.remove();
    } finally {
      Reflect.deleteProperty(document, 'adoptedStyleSheets');
    }
  });

  it('are in a server’s HTML, and are never missing during hydration', async () => {
    const container = host();
    container.innerHTML = renderToString(<Root />);
    expect(adopted(BUTTON)).toBe(0);
    expect(colorOf('of-button', container)).toBe('rgb(1, 2, 3)');

    const seen = new Set<string>();
    const watcher = new MutationObserver(() => seen.add(colorOf('of-button', container)));
    watcher.observe(container, { childList: true, subtree: true });
    // The browser has more style sheets by then than the server had.
    addStyleSheet('.later { color: red; }');
    const root = hydrateRoot(container, <Root />);
    await until(() => container.querySelector('style') === null);
    watcher.disconnect();
    expect(seen).toEqual(new Set(['rgb(1, 2, 3)']));
    root.unmount();
  });
});
