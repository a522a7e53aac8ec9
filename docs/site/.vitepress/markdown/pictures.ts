/*
 * Pictures that `npm run pictures` takes. A page names the light one, `![alt](/pictures/NAME-light.webp)`. The dark
 * one is added, and both get their sizes, so that the page does not move when they load.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

const LIGHT = /^\/pictures\/(.+-light.*\.webp)$/;

const sizes: Record<string, { width: number; height: number } | undefined> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../pictures.json'), 'utf8'),
);

export function pictures(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('prichal-pictures', ({ tokens, Token }) => {
    for (const token of tokens) {
      if (!token.children) continue;
      token.children = token.children.flatMap((image) => {
        const address = image.attrGet('src') ?? '';
        const size = sizes[LIGHT.exec(address)?.[1] ?? ''];
        if (!size) return [image];
        return ['light', 'dark'].map((theme) => {
          const one = Object.assign(new Token('image', 'img', 0), image);
          one.attrs = [
            ['src', address.replace('-light', `-${theme}`)],
            ['alt', ''],
            ['class', `picture is-${theme}`],
            ['width', String(size.width)],
            ['height', String(size.height)],
            // Browsers do not load a lazy picture that is not shown.
            ['loading', 'lazy'],
          ];
          return one;
        });
      });
    }
  });
}
