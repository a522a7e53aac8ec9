import type { Plugin } from 'vite';

/** An npm package of which a build has code; `folder` is where it is installed. */
export interface BundledPackage {
  name: string;
  version: string;
  license: string;
  folder: string;
}

/**
 * The installed package that a module is of; none for ours, and for what a tool makes.
 * @throws when it lies in `node_modules` and in no package
 */
export declare function packageOf(id: string): BundledPackage | undefined;

/** Vite plugin: writes the packages of a build into `FOLDER.packages.json`, beside its folder. */
export declare function bundledPackages(options: { root: string }): Plugin;
