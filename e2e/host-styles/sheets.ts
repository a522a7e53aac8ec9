import { readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** A style sheet of a page with the widget. */
export type HostSheet = { readonly name: string; readonly css: string };

const inPackage = (name: string, path: string): string => {
  const manifest = findPackageJSON(name, import.meta.url);
  if (!manifest) throw new Error(`${name} is not installed: run npm ci`);
  return readFileSync(join(dirname(manifest), path), 'utf8');
};

/**
 * Replaces `theme('colors.gray.400', #9ca3af)` as its compiler does without a theme: with the
 * fallback.
 */
const withoutTheme = (css: string): string =>
  css.replaceAll(/(?:--)?theme\(\s*[^,()]+,\s*([^()]*?)\s*\)/g, '$1');

const created = (version: string): string =>
  inPackage(version, 'template-react-ts/src/index.css') +
  inPackage(version, 'template-react-ts/src/App.css');

const tailwind4 = withoutTheme(inPackage('tailwindcss', 'preflight.css'));

const published: readonly HostSheet[] = [
  { name: 'create-vite 5', css: created('create-vite5') },
  { name: 'create-vite 7', css: created('create-vite7') },
  { name: 'create-vite 9', css: created('create-vite') },
  { name: 'Tailwind 3', css: withoutTheme(inPackage('tailwindcss3', 'src/css/preflight.css')) },
  { name: 'Tailwind 4', css: `@layer theme, base, components; @layer base { ${tailwind4} }` },
  { name: 'Bootstrap 5', css: inPackage('bootstrap', 'dist/css/bootstrap.css') },
  { name: 'Pico 2', css: inPackage('@picocss/pico', 'css/pico.css') },
  { name: 'Water', css: inPackage('water.css', 'out/water.css') },
  { name: 'normalize', css: inPackage('normalize.css', 'normalize.css') },
  { name: 'Meyer reset', css: inPackage('reset-css', 'reset.css') },
];

const folder = join(import.meta.dirname, 'sheets');

/** Styles that apps write themselves: one file for each kind in `sheets/`. */
const written = readdirSync(folder).map((file) => ({
  name: basename(file, '.css').replaceAll('-', ' '),
  css: readFileSync(join(folder, file), 'utf8'),
}));

/** Every sheet under which the widget must look the same. */
export const HOST_SHEETS: readonly HostSheet[] = [...published, ...written];
