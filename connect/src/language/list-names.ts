/**
 * Names as a sentence of `language` has them: "A, B and C". An app may call a language of its own as it likes:
 * what is no language to the browser gets commas alone.
 */
export function listNames(names: readonly string[], language: string): string {
  try {
    return new Intl.ListFormat([language, 'en']).format(names);
  } catch {
    return names.join(', ');
  }
}
