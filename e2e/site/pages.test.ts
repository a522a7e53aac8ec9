/* Rules for every page of the built site, checked on its parsed HTML without a browser. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import type { Server } from '../fixtures/server.ts';
import { BUILD, type BuiltPage, builtPages, serveSite } from './served-site.ts';
// Checks the server's answers against docs/api.
import '../contract/node-test.ts';

type Element = DefaultTreeAdapterTypes.Element;

function* elementsIn(parent: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const node of parent.childNodes) {
    if (!defaultTreeAdapter.isElementNode(node)) continue;
    yield node;
    yield* elementsIn(node);
  }
}

const attributes = ({ attrs }: Element): Record<string, string> =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

interface Page extends BuiltPage {
  elements: { tag: string; attributes: Record<string, string> }[];
  ids: Set<string>;
}

const pages: Page[] = builtPages().map((page) => {
  const elements = [...elementsIn(parse(page.html))].map((element) => ({
    tag: element.tagName,
    attributes: attributes(element),
  }));
  return { ...page, elements, ids: new Set(elements.map((each) => each.attributes.id ?? '')) };
});
const byPath = new Map(pages.map((page) => [page.path, page]));

let server: Server;
before(async () => {
  server = await serveSite();
});
after(() => server.stop());

test('no page loads from another origin or contains code that the policy blocks', () => {
  const wrong: string[] = [];
  for (const { file, elements } of pages) {
    for (const { tag, attributes: all } of elements) {
      const loaded = tag === 'a' ? [] : [all.src, all.href, all.poster, all.srcset, all.data];
      for (const address of loaded) {
        if (address !== undefined && /^([a-z]+:)?\/\//i.test(address)) {
          wrong.push(`${file}: <${tag}> loads ${address}`);
        }
      }
      for (const name of Object.keys(all)) {
        if (name === 'style' || name.startsWith('on')) wrong.push(`${file}: <${tag} ${name}>`);
      }
      if (tag === 'style') wrong.push(`${file}: <style>`);
    }
  }
  assert.deepEqual(wrong, []);
  const css = readFileSync(
    resolve(
      BUILD,
      `.${pages[0]?.elements.find(({ attributes: { rel } }) => rel?.includes('stylesheet'))?.attributes.href}`,
    ),
    'utf8',
  );
  assert.doesNotMatch(css, /@import|url\((?!["']?(data:|\/assets\/|#))/);
});

test('every link leads to an existing page and heading', () => {
  const wrong: string[] = [];
  for (const page of pages) {
    for (const { tag, attributes: all } of page.elements) {
      if (tag !== 'a' || all.href === undefined || /^(https?|mailto):/.test(all.href)) continue;
      const { pathname, hash } = new URL(all.href, `https://docs.example.org${page.path}`);
      const path = decodeURI(pathname);
      const target = byPath.get(path);
      const anchor = decodeURIComponent(hash.slice(1));
      if (target === undefined) {
        if (!existsSync(resolve(BUILD, `.${path}`)) || path.endsWith('/')) {
          wrong.push(`${page.file}: ${all.href}`);
        }
      } else if (anchor !== '' && !target.ids.has(anchor) && anchor !== 'VPContent') {
        wrong.push(`${page.file}: ${all.href}: missing heading`);
      }
    }
  }
  assert.deepEqual([...new Set(wrong)], []);
});

test('the server serves every page at its address, with a policy without unsafe sources', async () => {
  for (const { path, file } of pages) {
    const response = await fetch(`${server.origin}${path}`, { headers: { accept: 'text/html' } });
    assert.equal(response.status, file === '404.html' ? 404 : 200, path);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(
      policy,
      /^default-src 'none'; script-src 'self'( 'sha256-[\w+/]+=*')*; style-src 'self';/,
    );
    await response.arrayBuffer();
  }
});

test('every page has a Markdown copy, and llms.txt lists the pages of its language', async () => {
  for (const language of ['', 'ru/']) {
    const index = await (await fetch(`${server.origin}/${language}llms.txt`)).text();
    const listed = [...index.matchAll(/^- \[.*?\]\((\/\S+\.md)\)/gm)].map(([, path]) => path ?? '');
    assert.ok(listed.length > 30, `${language}llms.txt lists ${listed.length} pages`);
    const whole = await (await fetch(`${server.origin}/${language}llms-full.txt`)).text();
    for (const path of listed) {
      const response = await fetch(`${server.origin}${path}`);
      assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8', path);
      const text = await response.text();
      assert.match(text, /^# \S/, path);
      assert.ok(whole.includes(text.trim().slice(0, 200)), `llms-full.txt lacks ${path}`);
    }
  }
});

test('the descriptions of the HTTP API are files of the site, which llms.txt lists', async () => {
  for (const name of ['openapi.yaml', 'asyncapi.yaml']) {
    const response = await fetch(`${server.origin}/${name}`);
    assert.equal(response.status, 200, name);
    const source = resolve(import.meta.dirname, '../../docs/api', name);
    assert.equal(await response.text(), readFileSync(source, 'utf8'));
    for (const language of ['', 'ru/']) {
      const index = await (await fetch(`${server.origin}/${language}llms.txt`)).text();
      assert.ok(index.includes(`(/${name})`), `${language}llms.txt lacks ${name}`);
    }
  }
});

test('every page has a unique title and description', () => {
  const seen = new Map<string, string>();
  for (const { file, elements, html } of pages) {
    const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
    assert.notEqual(title, '', file);
    const language = file.startsWith('ru/') ? 'ru' : 'en';
    const about = elements.find(({ attributes: { name } }) => name === 'description')?.attributes;
    assert.ok(about?.content, `${file} has no description`);
    const key = `${language} ${title} ${about?.content}`;
    assert.equal(
      seen.get(key),
      undefined,
      `${file} has the title and description of ${seen.get(key)}`,
    );
    seen.set(key, file);
  }
});

test('every page is in both languages', () => {
  const english = pages.filter(({ path }) => !path.startsWith('/ru/')).map(({ path }) => path);
  const missing = english.filter((path) => path !== '/404' && !byPath.has(`/ru${path}`));
  assert.deepEqual(missing, []);
});

test('every table header has words, and begins with a capital letter, a digit or code', () => {
  const wrong = pages.flatMap(({ file, html }) =>
    [...html.matchAll(/<th(?: [^>]*)?>(.*?)<\/th>/gs)]
      .map(([, inner = '']) => inner)
      .filter((inner) => !/^(<code\b|[«\p{Lu}\d])/u.test(inner.trim()))
      .map((inner) => `${file}: "${inner}"`),
  );
  assert.deepEqual(wrong, []);
});

test('the page for unknown addresses is in both languages without scripts', () => {
  const { html } = byPath.get('/404') ?? { html: '' };
  assert.match(html, /Page not found/);
  assert.match(html, /<div lang="ru"><h1>Страница не найдена/);
});
