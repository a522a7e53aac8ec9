import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'vite';

// What a visitor downloads before the first paint: the page and every script and style that it
// names; the build names there all that the entry imports statically.
const page = readFileSync('build/web/index.html', 'utf8');
const named = [...page.matchAll(/\b(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)];

// The libraries as a whole are measured in a host's own build: e2e/perf/size.ts.
const firstPaint = ['build/web/index.html', ...named.map(([, file]) => `build/web/${file}`)];

// What comes beside it: the code of the page at home and the widget's button. The build writes into
// the page which files these are.
const pageFiles = JSON.parse(/id="page-files">([^<]+)</.exec(page)?.[1] ?? '{}');
const beside = [...pageFiles['/'], ...pageFiles['*']].map((file) => `build/web${file}`);

/**
 * Builds what one of our sources imports from `@prichal/telegram`, and nothing else of it.
 * @param {string} name
 * @param {string[]} sources globs
 * @param {string[]} conditions
 */
async function usedOfTelegram(name, sources, conditions) {
  const imports = new Map();
  for (const file of globSync(sources)) {
    const pattern = /import \{([^}]+)\} from '(@prichal\/telegram(?:\/react)?)'/g;
    for (const [, names = '', from = ''] of readFileSync(file, 'utf8').matchAll(pattern)) {
      const values = names.split(',').map((each) => each.trim());
      const known = imports.get(from) ?? new Set();
      for (const value of values) if (value && !value.startsWith('type ')) known.add(value);
      imports.set(from, known);
    }
  }
  const entry = `build/size/${name}.js`;
  mkdirSync('build/size', { recursive: true });
  const lines = [...imports].map(
    ([from, names]) => `import { ${[...names].join(', ')} } from '${from}';`,
  );
  // Used and not exported: an app's bundle carries no list of names.
  const used = [...imports].flatMap(([, names]) => [...names]).join(', ');
  writeFileSync(entry, [...lines, `window.used = [${used}];`].join('\n'));
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['prichal-source', ...conditions] },
    define: { 'typeof window': '"object"' },
    build: {
      outDir: `build/size/${name}`,
      target: ['chrome106', 'safari15.4', 'firefox115'],
      lib: { entry, formats: ['es'], fileName: 'index' },
      rolldownOptions: { external: /^react/, output: { minify: true } },
    },
  });
  return `build/size/${name}/index.js`;
}

const inHead = ['app/src/start/{head.inline,host-look}.ts', 'app/src/theme/paint.ts'];
const inBundle = [
  'app/src/{shell,pages,wallet}/*.{ts,tsx}',
  'app/src/start/{start,app,error-boundary}.tsx',
];

export default [
  {
    name: 'first paint of the mini app (HTML, JS, CSS, React included)',
    path: firstPaint,
    brotli: true,
    limit: '69.95 kB',
  },
  {
    name: "home, complete: first paint, the page's code, the widget's button",
    path: [...firstPaint, ...beside],
    brotli: true,
    limit: '77.6 kB',
  },
  {
    name: "@prichal/telegram, what the app's bundle uses",
    path: await usedOfTelegram('telegram-bundle', inBundle, ['prichal-head']),
    gzip: true,
    limit: '0.62 kB',
  },
  {
    name: "@prichal/telegram, what the app's inline head uses",
    path: await usedOfTelegram('telegram-head', inHead, []),
    gzip: true,
    limit: '2.9 kB',
  },
];
