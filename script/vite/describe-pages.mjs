// Makes the description of a built page for the server with an HTML parser at build time. The
// server reads `index.html.json` next to `index.html` and parses no HTML
// (docs/internals/decisions/0030).
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultTreeAdapter, html as names, parse } from 'parse5';
import { afterBuild } from './after-build.mjs';

/**
 * Types of scripts that browsers run or read, and that a policy allows by hash: HTML 4.12.1, MIME
 * Sniffing 4.6.
 */
const RUN =
  /^(|module|importmap|speculationrules|(application|text)\/(x-)?(java|ecma)script|text\/(javascript1\.[0-5]|jscript|livescript))$/;

/** Addresses that fit into a `Link` header. Others are left out. */
const OWN_FILE = /^\/(?!\/)[!#-;=?-[\]-~\u0080-\uffff]*$/;

/** @param {import('parse5').DefaultTreeAdapterTypes.Element} element @param {string} name */
const attribute = (element, name) => element.attrs.find((each) => each.name === name)?.value;

/** @param {import('parse5').DefaultTreeAdapterTypes.Element} element */
const textOf = (element) =>
  element.childNodes
    .map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : ''))
    .join('');

/**
 * Yields all elements in document order, including those in templates.
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
 * Returns the element with the build's data: `<script type="application/json" id="…">`.
 * @param {import('parse5').DefaultTreeAdapterTypes.Element[]} scripts
 * @param {string} id
 */
function dataScript(scripts, id) {
  const found = scripts.filter(
    (script) => attribute(script, 'id') === id && attribute(script, 'type') === 'application/json',
  );
  if (found.length > 1) throw new Error(`it has two elements with the id ${id}`);
  return found[0];
}

/**
 * Returns where the server writes the configuration: the content of `<script
 * type="application/json" id="page-config">{}</script>`, as byte offsets from the page's start.
 * @param {import('parse5').DefaultTreeAdapterTypes.Element[]} scripts
 * @param {string} html
 * @param {Buffer} page
 */
function configRange(scripts, html, page) {
  const script = dataScript(scripts, 'page-config');
  if (script === undefined) return undefined;
  const { startTag, endTag } = script.sourceCodeLocation ?? {};
  if (!/^[ \t]*\{\}[ \t]*$/.test(textOf(script)) || !startTag || !endTag) {
    throw new Error('its element with the id page-config must hold {}, for the server to fill in');
  }
  // Counted from the end, because a byte order mark is in the bytes but not in the text.
  return [startTag.endOffset, endTag.startOffset].map(
    (offset) => page.length - Buffer.byteLength(html.slice(offset)),
  );
}

/**
 * Returns the files to preload, by the page's path; `*` for any other path. The page's own modules
 * come first, because everything waits for them: an HTTP/1.1 client has six concurrent requests,
 * and queues the others. Then those that `<script type="application/json" id="page-files">` lists
 * for the path, and for all.
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
 * Returns the module that signs users in, if the build has one. The server adds its element to the
 * page if sign-in is configured.
 * @param {string} folder of the page
 */
function signInModule(folder) {
  const found = globSync('assets/sign-in-*.js', { cwd: folder });
  if (found.length > 1)
    throw new Error(`there are two of assets/sign-in-*.js: ${found.join(', ')}`);
  return found[0] === undefined ? undefined : `/${found[0]}`;
}

/**
 * Returns the description of a page for the server.
 *
 * @param {Buffer} page the served bytes
 * @param {string} [signIn] the module that signs users in
 * @throws if it is not UTF-8, or the server's places in it are invalid
 */
export function describePage(page, signIn) {
  const html = new TextDecoder('utf-8', { fatal: true }).decode(page);
  // Parsed as by browsers with and without scripts, because `noscript` differs.
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
 * Writes the description of each page (`*.html`) in a folder and its subfolders next to it:
 * `index.html.json`.
 *
 * @param {string} folder
 * @returns {string[]} the pages
 * @throws like `describePage`, with the page's name
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
 * Vite plugin: describes the pages of a build after it is written. Must follow every plugin that
 * changes them.
 *
 * @returns {import('vite').Plugin}
 */
export const describePages = () => afterBuild('prichal:describe-pages', describePagesIn);
