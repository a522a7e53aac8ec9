/* Marks words of the code in a plain text, which `--help` and the configuration file show too. */

const PATTERNS = [
  /`[^`]*`/, // is marked already
  /(?<![\w-])--[a-z][\w-]*(?: [A-Z]{3,})?/, // --config FILE
  /PRICHAL_[A-Z0-9_<>*]+/,
  /(?<![\w./])[a-z]+\.[a-z]+_?[a-z0-9_]*(?:\/[\w-]+)?(?![\w.]*\.[a-z]|[/\w])/, // server.listen
  /(?<![\w/-])[a-z]+(?:_[a-z0-9]+)+(?![\w/])/, // drain_delay
  /(?<![\w:/.<])\/[a-z.][\w./-]*[a-zA-Z]/, // /readyz
];

/** `words`: more words to mark, where a colon or a dash explains them. */
export function markCode(text: string, words: readonly string[] = []): string {
  const own = words.length === 0 ? [] : [new RegExp(`(?<![\\w-])(?:${words.join('|')})(?=: | — )`)];
  const all = [...PATTERNS, ...own].map(({ source }) => source).join('|');
  return text.replaceAll(new RegExp(all, 'g'), (found) =>
    found.startsWith('`') ? found : `\`${found}\``,
  );
}
