/*
 * Tables. Columns are aligned by a class instead of a style attribute. The element around a wide table scrolls, by
 * keyboard too, so that the page never scrolls sideways.
 */
import type { MarkdownRenderer } from 'vitepress';

const ALIGNED = /text-align:\s*(\w+)/;

export function tables(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('prichal-table-alignment', (state) => {
    for (const token of state.tokens) {
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
