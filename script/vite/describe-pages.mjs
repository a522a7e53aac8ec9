// What the server has to know of a built page, found by an HTML parser when the page is built: the
// server reads `index.html.json` beside `index.html`, and no HTML (docs/internals/decisions/0030).
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultTreeAdapter, html as names, parse } from 'parse5';
import { afterBuild } from './after-build.mjs';

/** Types of scripts that browsers run or read, and that a policy allows by hash: HTML 4.12.1, MIME Sniffing 4.6. */
const RUN =
  /^(|module|importmap|speculationrules|(application|text)\/(x-)?(java|ecma)script|text\/(javascript1\.[0-5]|jscript|livescript))$/;

/** An address as the server takes it into a `Link` line: what a header line cannot hold is left out. */
const OWN_FILE = /^\/(?!\/)[!#-;=?-[\]-~\u0080-\uffff]*$/;

/** @param {import('parse5').DefaultTreeAdapterTypes.Element} element @param {string} name */
const attribute = (element, name) => element.attrs.find((each) => each.name === name)?.value;

/** @param {import('parse5').DefaultTreeAdapterTypes.Element} element */
const textOf = (element) =>
  element.childNodes
    .map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : ''))
    .join('');

/**
 * All elements in the order of the page, those in templates too.
 * @param {import('parse5').DefaultTreeAdapterTypes.ParentNode} parent
 * @returns {Generator<import('parse5').DefaultTreeAdapterTypes.Element>}
 */
function* elementsIn(parent) {
  for (const node of parent.childNodes) {
    if (!defaultTreeAdapter.isElementNode(node)) continue;
    yield node;
    yield* elementsIn('content' in node ? node.content : node);
  }
}

/** @param {import('parse5').DefaultTreeAdapterTypes.Element} element */
function isExternal(element) {
  const svg = element.namespaceURI === names.NS.SVG;
  return element.attrs.some(({ name }) => name === (svg ? 'href' : 'src'));
}

/** @param {string} text */
const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * The element of the build's data: `<script type="application/json" id="…">`.
 * @param {import('parse5').DefaultTreeAdapterTypes.Element[]} scripts @param {string} id
 */
function dataScript(scripts, id) {
  const found = scripts.filter(
    (script) => attribute(script, 'id') === id && attribute(script, 'type') === 'application/json',
  );
  if (found.length > 1) throw new Error(`it has two elements with the id ${id}`);
  return found[0];
}

/**
 * Where the server writes the configuration: what stands in `<script type="application/json"
 * id="page-config">{}</script>`, in bytes from the page's start to the end of it.
 * @param {import('parse5').DefaultTreeAdapterTypes.Element[]} scripts @param {string} html
 * @param {Buffer} page
 */
function configRange(scripts, html, page) {
  const script = dataScript(scripts, 'page-config');
  if (script === undefined) return undefined;
  const { startTag, endTag } = script.sourceCodeLocation ?? {};
  if (!/^[ \t]*\{\}[ \t]*$/.test(textOf(script)) || !startTag || !endTag) {
    throw new Error('its element with the id page-config must hold {}, for the server to fill in');
  }
  // Counted from the end: a byte order mark is in the page, and not in its text.
  return [startTag.endOffset, endTag.startOffset].map(
    (offset) => page.length - Buffer.byteLength(html.slice(offset)),
  );
}

/**
 * Files to load with the page, by its path; under `*` for any other. First the page's own modules, which
 * everything waits for: a client of HTTP/1.1 has six requests under way, and keeps the others waiting.
 * Then those that its `<script type="application/json" id="page-files">` has for the path, and for all.
 * @param {import('parse5').DefaultTreeAdapterTypes.Element[]} scripts
 * @returns {Record<string, string[]>}
 */
function preloads(scripts) {
  const modules = scripts
    .filter((script) => attribute(script, 'type') === 'module')
    .map((script) => attribute(script, 'src'))
    .filter((source) => source !== undefined && OWN_FILE.test(source));
  const data = dataScript(scripts, 'page-files');
  const pages = data === undefined ? {} : JSON.parse(textOf(data));
  const everywhere = pages['*'] ?? [];
  return Object.fromEntries(
    Object.entries({ ...pages, '*': [] }).map(([path, files]) => {
      const all = [...new Set([...modules, ...files, ...everywhere])];
      const other = all.find((file) => !OWN_FILE.test(file));
      if (other !== undefined)
        throw new Error(`its page-files name ${other}, which is no file of ours`);
      return [path, all];
    }),
  );
}

/**
 * The module that signs visitors in, if the build has one: the server adds its element to the page where
 * sign-in is configured.
 * @param {string} folder of the page
 */
function signInModule(folder) {
  const found = globSync('assets/sign-in-*.js', { cwd: folder });
  if (found.length > 1)
    throw new Error(`there are two of assets/sign-in-*.js: ${found.join(', ')}`);
  return found[0] === undefined ? undefined : `/${found[0]}`;
}

/**
 * The description of a page, as the server reads it.
 *
 * @param {Buffer} page the bytes that are served
 * @param {string} [signIn] the module that signs visitors in
 * @throws when it is not UTF-8, or the server's places in it are not as they should be
 */
export function describePage(page, signIn) {
  const html = new TextDecoder('utf-8', { fatal: true }).decode(page);
  // As browsers read it that run scripts, and as those that do not: `noscript` differs.
  const [elements, plain] = [true, false].map((scriptingEnabled) => [
    ...elementsIn(parse(html, { scriptingEnabled, sourceCodeLocationInfo: true })),
  ]);
  const scripts = elements.filter(({ tagName }) => tagName === 'script');
  const styles = [...elements, ...plain].filter(({ tagName }) => tagName === 'style');
  const inline = scripts.filter(
    (script) =>
      !isExternal(script) && RUN.test((attribute(script, 'type') ?? '').trim().toLowerCase()),
  );
  return {
    sha256: createHash('sha256').update(page).digest('hex'),
    scripts: [...new Set(inline.map((script) => hashOf(textOf(script))))],
    styles: [...new Set(styles.map((style) => hashOf(textOf(style))))],
    preloads: preloads(scripts),
    config: configRange(scripts, html, page),
    sign_in: signIn,
  };
}

/**
 * Writes the description of each page (`*.html`) in a folder and below, beside it: `index.html.json`.
 *
 * @param {string} folder
 * @returns {string[]} the pages
 * @throws as `describePage`, with the page's name
 */
export function describePagesIn(folder) {
  const pages = globSync('**/*.html', { cwd: folder });
  for (const name of pages) {
    const path = join(folder, name);
    try {
      writeFileSync(
        `${path}.json`,
        `${JSON.stringify(describePage(readFileSync(path), signInModule(dirname(path))), null, 1)}\n`,
      );
    } catch (cause) {
      throw new Error(`${path} cannot be described: ${cause.message}`, { cause });
    }
  }
  return pages;
}

/**
 * Vite plugin: describes the pages of a build when they are written. Comes behind every plugin that
 * changes them.
 *
 * @returns {import('vite').Plugin}
 */
export const describePages = () => afterBuild('prichal:describe-pages', describePagesIn);
