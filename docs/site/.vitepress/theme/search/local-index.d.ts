/** Indexes that VitePress builds, one per language: JSON of MiniSearch. */
declare module '@localSearchIndex' {
  const indexes: Record<string, (() => Promise<{ default: string }>) | undefined>;
  export default indexes;
}
