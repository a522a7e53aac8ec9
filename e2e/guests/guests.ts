/** An app that uses the packed widget and is built with its own tools. */
export interface Guest {
  readonly name: string;
  /** Folder of its source, relative to the repository's root. */
  readonly source: string;
  /** Additional files from other folders, by target path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Versions that replace those of its package.json. */
  readonly versions?: Readonly<Record<string, string>>;
  /** npm script, or a program with its parameters. */
  readonly build?: readonly string[];
  /** How it is served: a folder of files, `next start`, or `npm start`. */
  readonly served: { readonly folder: string } | 'next' | 'start' | 'nothing';
  /** The journey, see `journey.ts`. */
  readonly journey?: 'transfer' | 'errors' | 'proof' | 'telegram';
}

const react18 = {
  react: '18.3.1',
  'react-dom': '18.3.1',
  '@types/react': '18.3.31',
  '@types/react-dom': '18.3.7',
};

const example = (name: string) => `examples/${name}`;
const vite = { source: example('vite'), served: { folder: 'dist' } } as const;
const vue = { source: example('vue'), served: { folder: 'dist' } } as const;
const nextApp = { source: example('next-app'), served: 'next' } as const;
const nextPages = { source: example('next-pages'), served: 'next' } as const;
const next14 = { next: '14.2.35', ...react18 };
const next15 = { next: '15.5.29' };

/** In order of execution: quick ones first. */
export const guests: readonly Guest[] = [
  { name: 'vite-8', ...vite },
  {
    name: 'vite-5',
    ...vite,
    versions: {
      vite: '5.4.21',
      '@vitejs/plugin-react': '4.7.0',
      typescript: '5.9.3',
      ...react18,
    },
  },
  { name: 'vanilla', source: example('vanilla'), served: { folder: 'dist' } },
  { name: 'vue-3.5', ...vue },
  { name: 'vue-3.4', ...vue, versions: { vue: '3.4.38' } },
  { name: 'tailwind-3', source: example('tailwind-3'), served: { folder: 'dist' } },
  { name: 'tailwind-4', source: example('tailwind-4'), served: { folder: 'dist' } },
  {
    name: 'telegram',
    source: example('telegram'),
    served: { folder: 'dist' },
    journey: 'telegram',
  },
  { name: 'backend-proof', source: example('backend-proof'), served: 'start', journey: 'proof' },
  {
    name: 'esbuild',
    source: 'e2e/guests/fixtures/esbuild',
    files: {
      'src/main.tsx': 'examples/vite/src/main.tsx',
      'src/App.tsx': 'examples/vite/src/App.tsx',
      'src/Transfer.tsx': 'examples/vite/src/Transfer.tsx',
    },
    served: { folder: 'dist' },
  },
  // Two ways to import error classes from @tonconnect/sdk. See docs/site/migration/ui-react.md.
  {
    name: 'sdk-alias',
    source: 'e2e/guests/fixtures/sdk-alias',
    files: {
      'index.html': 'examples/vite/index.html',
      'src/main.tsx': 'examples/vite/src/main.tsx',
      'src/App.tsx': 'examples/vite/src/App.tsx',
      'src/Transfer.tsx': 'e2e/guests/fixtures/sdk-connector/src/Transfer.tsx',
    },
    served: { folder: 'dist' },
    journey: 'errors',
  },
  {
    name: 'sdk-connector',
    source: 'e2e/guests/fixtures/sdk-connector',
    files: {
      'index.html': 'examples/vite/index.html',
      'vite.config.ts': 'examples/vite/vite.config.ts',
      'tsconfig.json': 'examples/vite/tsconfig.json',
      'src/main.tsx': 'examples/vite/src/main.tsx',
    },
    served: { folder: 'dist' },
    journey: 'errors',
  },
  { name: 'jest', source: 'e2e/guests/fixtures/jest', build: ['npm', 'test'], served: 'nothing' },
  { name: 'next-16-app', ...nextApp },
  { name: 'next-16-pages', ...nextPages },
  { name: 'next-16-app-webpack', ...nextApp, build: ['npx', 'next', 'build', '--webpack'] },
  { name: 'next-16-pages-webpack', ...nextPages, build: ['npx', 'next', 'build', '--webpack'] },
  { name: 'next-15-app', ...nextApp, versions: next15 },
  { name: 'next-15-pages', ...nextPages, versions: next15 },
  { name: 'next-14-app', ...nextApp, versions: next14 },
  { name: 'next-14-pages', ...nextPages, versions: next14 },
  {
    name: 'cra-5',
    source: 'e2e/guests/fixtures/cra-5',
    files: {
      'src/App.tsx': 'examples/vite/src/App.tsx',
      'src/Transfer.tsx': 'examples/vite/src/Transfer.tsx',
    },
    served: { folder: 'build' },
  },
];
