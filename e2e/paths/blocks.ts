import { readFileSync } from 'node:fs';
import { extname, relative, resolve } from 'node:path';

/** Folder that `@` means in VitePress. */
export const site = resolve(import.meta.dirname, '../../docs/site');

/**
 * Purpose of a code block, named by a word after its language:
 *
 * - `run`: a command that exits with 0
 * - `serve`: a command that runs in its own terminal until the end of the page
 * - `output`: output of the previous command; `…` matches any text
 * - `given`: a precondition, such as a copy of the repository
 * - no word, but a name in brackets: content of a file (`file`)
 * - neither: an illustration (`shown`)
 */
export type Kind = 'run' | 'serve' | 'output' | 'given' | 'file' | 'shown';

export interface Block {
  readonly kind: Kind;
  readonly language: string;
  /** Text in brackets; the name of a file. Empty if none. */
  readonly label: string;
  readonly text: string;
  /** Line of the page where the block begins, from 1. */
  readonly line: number;
}

const WORDS: readonly string[] = ['run', 'serve', 'output', 'given'];

function block(line: number, language: string, rest: string, text: string): Block {
  const label = /\[(.*)\]/.exec(rest)?.[1] ?? '';
  const word = rest.split(/\s+/).find((each) => WORDS.includes(each)) as Kind | undefined;
  return { kind: word ?? (label ? 'file' : 'shown'), language, label, text, line };
}

/** Block for a file of the repository that VitePress includes: `<<< @/../../examples/x.mjs [x.mjs]`. */
function included(line: number, path: string, rest: string): Block {
  const file = resolve(site, path);
  return block(line, extname(file).slice(1), rest, readFileSync(file, 'utf8').trimEnd());
}

/** Returns the code blocks of a page in order. @throws if a block has no end or an included file is missing */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const found: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, path, rest = ''] = /^\s*<<<\s+@\/(\S+?)(?:\{[^}]*\})?(\s.*)?$/.exec(line) ?? [];
    if (path !== undefined) {
      found.push(included(at + 1, path, rest));
      continue;
    }
    const [, indent, fence, language = '', words = ''] = /^(\s*)(`{3,})(\S*)(.*)$/.exec(line) ?? [];
    if (indent === undefined || fence === undefined) continue;
    const begin = at + 1;
    do at += 1;
    while (at < lines.length && lines[at]?.trim() !== fence);
    if (at === lines.length) throw new Error(`the block of line ${begin} has no end`);
    const text = lines
      .slice(begin, at)
      .map((each) => each.slice(Math.min(indent.length, each.search(/\S|$/))));
    found.push(block(begin, language, words, text.join('\n')));
  }
  return found;
}

/** Returns the code blocks of a page of the site. @param path below docs/site, such as `start/bridge.md` */
export function readPage(path: string): Block[] {
  const file = resolve(site, path);
  try {
    return blocksOf(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${relative(process.cwd(), file)}: ${(error as Error).message}`);
  }
}
