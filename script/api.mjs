// The public API of @prichal/connect as pages that a change must touch: connect/api/*.api.md, made
// from the built declarations (npm run build --workspace connect).
//
//   node script/api.mjs           writes the pages
//
// script/checks/package.test.mjs fails when a page and the declarations differ.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = resolve(import.meta.dirname, '..');

/** Name of the page, and the declarations it is made from. */
const entries = { connect: 'dist/index.d.ts', testing: 'dist/testing/index.d.ts' };

/**
 * Makes the pages, or compares them with what stands there.
 * @param {{ write: boolean }} options
 * @returns {string[]} what differs, and what the extractor could not read
 */
export function apiPages({ write }) {
  const faults = [];
  for (const [name, declarations] of Object.entries(entries)) {
    const config = ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: resolve(root, 'connect/package.json'),
      configObject: {
        projectFolder: resolve(root, 'connect'),
        mainEntryPointFilePath: resolve(root, 'connect', declarations),
        newlineKind: 'lf',
        compiler: {
          overrideTsconfig: {
            compilerOptions: {
              target: 'ES2022',
              lib: ['ES2023', 'DOM', 'DOM.Iterable'],
              module: 'ESNext',
              moduleResolution: 'bundler',
              jsx: 'react-jsx',
              strict: true,
              skipLibCheck: true,
              types: [],
            },
          },
        },
        apiReport: {
          enabled: true,
          reportFileName: `${name}.api.md`,
          reportFolder: resolve(root, 'connect/api'),
          reportTempFolder: resolve(root, 'build/api'),
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        messages: {
          compilerMessageReporting: { default: { logLevel: 'error' } },
          // Whatever is exported is public.
          extractorMessageReporting: { default: { logLevel: 'none' } },
          tsdocMessageReporting: { default: { logLevel: 'none' } },
        },
      },
    });
    const result = Extractor.invoke(config, {
      localBuild: write,
      messageCallback: (message) => {
        if (message.logLevel === 'error') faults.push(message.text);
        message.handled = true;
      },
    });
    if (!write && result.apiReportChanged) {
      faults.push(`connect/api/${name}.api.md is not what is built: node script/api.mjs`);
    }
  }
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = apiPages({ write: true });
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
