export interface Registry {
  /** Value for `npm_config_registry`. */
  readonly url: string;
  close(): Promise<void>;
}

export function startRegistry(tarballs: readonly string[], port?: number): Promise<Registry>;
