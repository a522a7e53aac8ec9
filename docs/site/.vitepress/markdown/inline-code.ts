/*
 * Code in a sentence. Vue must not read `{{ … }}` in it as an expression, and long code in a table cell gets a class:
 * only it may wrap (theme/styles/base.css).
 */
import type { MarkdownRenderer } from 'vitepress';

/** Characters of code that fit into a cell on a phone. */
const LONGEST_IN_ONE_PIECE = 34;

export function inlineCode(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('prichal-inline-code', (state) => {
    let isInTable = false;
    for (const { type, children } of state.tokens) {
      if (type === 'table_open') isInTable = true;
      if (type === 'table_close') isInTable = false;
      for (const child of children ?? []) {
        if (child.type !== 'code_inline') continue;
        child.attrSet('v-pre', '');
        if (isInTable && child.content.length > LONGEST_IN_ONE_PIECE)
          child.attrJoin('class', 'long');
      }
    }
  });
}
