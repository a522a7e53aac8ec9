/*
 * Tables. Columns are aligned by a class instead of a style attribute. The element around a wide table scrolls, by
 * keyboard too, so that the page never scrolls sideways. Long code in a cell gets a class: only it may wrap.
 */
import type { MarkdownRenderer } from 'vitepress';

/** Characters of code that fit into a cell on a phone. */
const LONGEST_IN_ONE_PIECE = 34;

const ALIGNED = /text-align:\s*(\w+)/;

export function tables(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('prichal-table-alignment', (state) => {
    let isInTable = false;
    for (const token of state.tokens) {
      if (token.type === 'table_open') isInTable = true;
      if (token.type === 'table_close') isInTable = false;
      for (const child of isInTable ? (token.children ?? []) : []) {
        if (child.type === 'code_inline' && child.content.length > LONGEST_IN_ONE_PIECE) {
          child.attrJoin('class', 'long');
        }
      }
      if (token.type !== 'th_open' && token.type !== 'td_open') continue;
      const side = ALIGNED.exec(token.attrGet('style') ?? '')?.[1];
      if (side === undefined) continue;
      token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
      token.attrJoin('class', `align-${side}`);
    }
  });
  markdown.renderer.rules.table_open = () => '<div class="table-scroll" tabindex="0"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
}
