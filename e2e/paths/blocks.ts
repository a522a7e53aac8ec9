import { readFileSync } from 'node:fs';
import { extname, relative, resolve } from 'node:path';

/** Where VitePress's `@` leads. */
export const site = resolve(import.meta.dirname, '../../docs/site');

/**
 * What a reader does with a block of a page, by a word behind its language:
 *
 * - `run`: a command that ends, and ends well
 * - `serve`: a command that stays, in a terminal of its own, until the page is done
 * - `output`: what the command before it prints; `…` stands for anything
 * - `given`: what a reader has from before, such as a checkout
 * - nothing, but a name in brackets: a file with this content
 * - nothing at all: only to be looked at
 */
export type Kind = 'run' | 'serve' | 'output' | 'given' | 'file' | 'shown';

export interface Block {
  readonly kind: Kind;
  readonly language: string;
  /** What stands in brackets: of a file its name. */
  readonly label: string;
  readonly text: string;
  /** Where it begins in the page, from 1. */
  readonly line: number;
}

const WORDS: readonly string[] = ['run', 'serve', 'output', 'given'];

function block(line: number, language: string, rest: string, text: string): Block {
  const label = /\[(.*)\]/.exec(rest)?.[1] ?? '';
  const word = rest.split(/\s+/).find((each) => WORDS.includes(each)) as Kind | undefined;
  return { kind: word ?? (label ? 'file' : 'shown'), language, label, text, line };
}

/** A file of the repository that VitePress puts into the page: `<<< @/../../examples/x.mjs [x.mjs]`. */
function included(line: number, path: string, rest: string): Block {
  const file = resolve(site, path);
  return block(line, extname(file).slice(1), rest, readFileSync(file, 'utf8').trimEnd());
}

/** All blocks of code of a page in their order. @throws when one has no end, or what it includes is not there */
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

/** Blocks of a page of the site. @param path below docs/site, such as `start/bridge.md` */
export function readPage(path: string): Block[] {
  const file = resolve(site, path);
  try {
    return blocksOf(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${relative(process.cwd(), file)}: ${(error as Error).message}`);
  }
}
