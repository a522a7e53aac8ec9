/*
 * Captions of code blocks: the file's name for `[src/main.tsx]`, the word "Output" for `output`. e2e/paths/blocks.ts
 * lists the words that may follow a block's language.
 */
import type { MarkdownRenderer } from 'vitepress';

const OUTPUT = { en: 'Output', ru: 'Вывод' };

export function blockNames(markdown: MarkdownRenderer): void {
  const fence = markdown.renderer.rules.fence;
  if (!fence)
    throw new Error('VitePress has no renderer for fenced code. Fix: update block-names.ts.');
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const info = tokens[index]?.info ?? '';
    const html = fence(tokens, index, options, env, self);
    const [, file] = /\[(.+)\]/.exec(info) ?? [];
    const isOutput = /\soutput\b/.test(info);
    if (file === undefined && !isOutput) return html;
    const language = String(env.relativePath).startsWith('ru/') ? 'ru' : 'en';
    const name =
      file === undefined ? OUTPUT[language] : `<code>${markdown.utils.escapeHtml(file)}</code>`;
    return `<div class="block-named"><p class="block-name">${name}</p>${html}</div>\n`;
  };
}
