/*
 * What a block of code is, above it: the name of the file that it is the content of (`[src/main.tsx]`), or
 * that it is what a command prints (`output`). The words behind a block's language: e2e/paths/blocks.ts.
 */
import type { MarkdownRenderer } from 'vitepress';

const OUTPUT = { en: 'Output', ru: 'Вывод' };

export function blockNames(markdown: MarkdownRenderer): void {
  const fence = markdown.renderer.rules.fence;
  if (!fence) throw new Error('VitePress has another way to render code');
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
