import type { Plugin } from 'vite';

/** An npm package whose code a build contains. `folder`: folder of its installation. */
export interface BundledPackage {
  name: string;
  version: string;
  license: string;
  folder: string;
}

/**
 * Returns the installed package of a module. Undefined for our own modules and for generated ones.
 * @throws if it is in `node_modules` but in no package
 */
export declare function packageOf(id: string): BundledPackage | undefined;

/** Vite plugin: writes the packages of a build to `FOLDER.packages.json` next to its folder. */
export declare function bundledPackages(options: { root: string }): Plugin;
