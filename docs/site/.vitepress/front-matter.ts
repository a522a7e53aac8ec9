import { parse } from 'yaml';

/** Splits a page into its front matter (the YAML between the first two lines of `---`) and its body. */
export function frontMatter(text: string): { data: Record<string, unknown>; body: string } {
  const found = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/.exec(text);
  if (!found) return { data: {}, body: text };
  const data: unknown = parse(found[1] ?? '');
  return {
    data: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {},
    body: text.slice(found[0].length),
  };
}
