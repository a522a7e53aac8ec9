/*
 * Measures the size that the widget adds to an app, gzipped, in addition to React and the SDK,
 * compared with @tonconnect/ui-react; the size of the Telegram package, whole and as used by the
 * mini app; and the widget's part of the mini app's downloads (visitor-bytes.ts), for which the
 * server must be built (script/build server).
 *
 * node e2e/perf/size.ts             the published builds (run npm run build --workspace telegram --workspace sdk --workspace connect --workspace session before)
 * node e2e/perf/size.ts --modules   also the size of each source file
 *
 * Exits with 1 if a limit of limits.ts is exceeded.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readFolder } from '../fixtures/static-server.ts';
import { type Bundle, bundle, gzip, type Part } from './bundle.ts';
import { SIZE_LIMITS } from './limits.ts';
import { bytesByModule } from './modules.ts';
import { telegramUsed } from './telegram-used.ts';
import { type Download, visitorBytes } from './visitor-bytes.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Returns whether a module belongs to the connector, its dependencies, or the widget's list of its
 * exports.
 */
const isOfSdk = (id: string): boolean =>
  id.startsWith(`${root}/sdk/`) || /\/node_modules\/@stablelib\/|\/loading\/sdk-chunk\./.test(id);
const OTHER_LANGUAGE = /\/dictionaries\/(?!en\b)[a-z]{2}(-requests)?\.(ts|js)$/;

const sum = (parts: readonly { gzip: number }[]): number =>
  parts.reduce((all, { gzip }) => all + gzip, 0);
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(2)} kB`;
const say = (line = ''): void => void process.stdout.write(`${line}\n`);

/**
 * Returns whether a chunk is the connector's. Shared modules are in a chunk of the widget, and
 * count there.
 */
const isSdk = ({ modules }: Part): boolean =>
  modules.every((id) => isOfSdk(id) || id.startsWith('\0'));

/**
 * Returns the parts of the connector without those that load on demand: analytics, its built-in
 * wallets list and WalletConnect.
 */
function connectorParts({ chunks, parts }: Bundle): readonly Part[] {
  const chunk = chunks.find(({ moduleIds }) =>
    moduleIds.some(
      (id) => id.startsWith(`${root}/sdk/`) && id.endsWith('/connector/ton-connect.js'),
    ),
  );
  if (!chunk) throw new Error('the app has no connector');
  const names = [chunk.fileName, ...chunk.imports].map((name) => name.replace(/^assets\//, ''));
  return parts.filter((part) => names.includes(part.name) && isSdk(part));
}

const isOtherLanguage = ({ modules }: Part): boolean =>
  modules.some((id) => OTHER_LANGUAGE.test(id));

function row(name: string, bytes: number, limit?: number): boolean {
  const holds = limit === undefined || bytes <= limit;
  const verdict = limit === undefined ? '' : `  of ${kB(limit)}${holds ? '' : '  EXCEEDED'}`;
  say(`  ${name.padEnd(44)}${kB(bytes).padStart(10)}${verdict}`);
  return holds;
}

/** Minified bytes come from the source map. The gzip size is each file's share of its chunk. */
function heaviest({ chunks, parts }: Bundle): void {
  for (const [index, part] of parts.filter(({ css }) => !css).entries()) {
    const chunk = chunks[index];
    if (!chunk || isSdk(part)) continue;
    say(`\n${part.name}: minified bytes, and their part of the gzip, by source file`);
    const files = [...bytesByModule(chunk)].sort((one, other) => other[1] - one[1]);
    for (const [source, bytes] of files) {
      if (/node_modules\/(react|react-dom|scheduler)\//.test(source) || bytes < 50) continue;
      const packed = Math.round((bytes / part.bytes) * part.gzip);
      const name = source.replace(/^.*?(?=(?:connect|session|telegram|node_modules)\/)/, '');
      say(`  ${String(bytes).padStart(7)}${String(packed).padStart(7)}  ${name}`);
    }
  }
}

/**
 * Returns the size of the published files, which pages without a bundler load: everything that the
 * entry loads, at once or later, except the SDK and other languages.
 */
function vanilla(): number {
  const files = readFolder(resolve(import.meta.dirname, '../../connect/dist/vanilla'));
  const reached = new Set(['index.js']);
  for (const name of reached) {
    const text = String(files.get(name));
    for (const [, next = ''] of text.matchAll(/(?:from|import)\(?["'`]\.\/([\w-]+\.js)["'`]/g)) {
      if (!/^(sdk|(?!en\b)[a-z]{2}(-requests)?)\.js$/.test(next)) reached.add(next);
    }
  }
  return [...reached].reduce((all, name) => all + gzip(files.get(name) ?? ''), 0);
}

const react = sum((await bundle({ entry: 'react' })).parts);
const sdk = sum((await bundle({ entry: 'sdk' })).parts) - react;
const peer = sum((await bundle({ entry: 'widget' })).parts) - react;
const telegram = sum((await bundle({ entry: 'telegram' })).parts);
const published = await bundle({ entry: 'widget', widget: 'published' });
const ours = published.parts;

const first = ours.filter((part) => part.first);
const lazy = ours.filter((part) => !part.first && !isSdk(part));
// An app that loads the SDK on demand needs the bundler's loader with or without a widget.
const lazySdk = (await bundle({ entry: 'lazy-sdk' })).parts.filter((part) => part.first);
const button = sum(first) - sum(lazySdk);
const everything = button + sum(lazy.filter((part) => !isOtherLanguage(part)));

say('@prichal/connect, gzip, over React and an SDK that is loaded when it is asked for');
const held = [
  row('the button painted', button, SIZE_LIMITS.button),
  row('everything, one language', everything, SIZE_LIMITS.oneLanguage),
];
row('the button painted, over React alone', sum(first) - react);
const connector = sum(connectorParts(published));
row('the connector', connector);
held.push(
  row(
    'everything with the connector, over React',
    everything + sum(lazySdk) - react + connector,
    SIZE_LIMITS.withConnector,
  ),
);
const withSession = (await bundle({ entry: 'session', widget: 'published' })).parts;
const session = sum(withSession.filter((part) => part.first)) - sum(first);
held.push(row('useSession, over the button', session, SIZE_LIMITS.session));
row('  of it loaded later: the engine, the key', sum(withSession) - sum(ours) - session);
held.push(row('/vanilla, one language, no React needed', vanilla(), SIZE_LIMITS.vanilla));
const vue = readFileSync(resolve(root, 'connect/dist/vue.js'));
held.push(row('/vue, over /vanilla', gzip(vue), SIZE_LIMITS.vue));
say('@prichal/telegram, gzip');
const { together, head, bundle: inBundle } = await telegramUsed();
held.push(
  row('all of its main entry', telegram, SIZE_LIMITS.telegram),
  row('what the mini app uses', gzip(together), SIZE_LIMITS.telegramUsed),
);
row('the same in two parts, packed together', gzip(head + inBundle));
row("of them, in the page's inline head", gzip(head));
row('of them, in the bundle', gzip(inBundle));
/** Prints a user's downloads for the widget, and every file in them. */
function visitor(name: string, files: readonly Download[], limit: number): boolean {
  const widget = files.reduce((all, { widget }) => all + widget, 0);
  const holds = row(name, widget, limit);
  for (const file of files) if (file.widget > 0) row(`  ${file.name}`, file.widget);
  row('  not the widget: page, React, shell, pages', sum(files) - widget);
  return holds;
}

const { returning, newcomer } = await visitorBytes();
say('\nThe mini app in Telegram on a phone, gzip, what a visitor pays for the widget');
held.push(
  visitor('returning, until the address', returning, SIZE_LIMITS.returning),
  visitor('new, until connected', newcomer, SIZE_LIMITS.newcomer),
);
say('\nFiles of an app with the widget');
for (const part of ours) {
  const kind = isSdk(part)
    ? ' (the connector)'
    : isOtherLanguage(part)
      ? ' (another language)'
      : '';
  const when = part.first ? ' (first load, with React)' : kind;
  row(`${part.name}${part.css ? ' (first load)'.repeat(Number(part.first)) : when}`, part.gzip);
}
say('\n@tonconnect/ui-react 2.4.4');
row('first load, which is everything', peer - sdk);
row('the SDK, subtracted', sdk);
say(`\nOurs is ${((everything / (peer - sdk)) * 100).toFixed(0)} % of the peer.`);
if (process.argv.includes('--modules')) {
  heaviest(await bundle({ entry: 'widget', widget: 'source' }));
}
if (held.includes(false)) process.exitCode = 1;
