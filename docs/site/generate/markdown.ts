/* Tables and sections of the repository's own pages in docs/. */

/** Cells of a table's row, with `\|` as `|`. */
export const cellsOf = (line: string): string[] =>
  line
    .replaceAll('\\|', '\u0000')
    .split('|')
    .slice(1, -1)
    .map((each) => each.trim().replaceAll('\u0000', '|'));

export interface Section {
  heading: string;
  lines: string[];
}

/** Sections of a level: `## Heading` and what is below it until the next of the same or a higher level. */
export function sectionsOf(text: string, level: number): Section[] {
  const sections: Section[] = [];
  let code = false;
  let current: Section | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) code = !code;
    const found = code ? null : /^(#+) (.*)$/.exec(line);
    if (found && (found[1]?.length ?? 0) <= level) {
      current = found[1]?.length === level ? { heading: found[2] ?? '', lines: [] } : undefined;
      if (current) sections.push(current);
    } else {
      current?.lines.push(line);
    }
  }
  return sections;
}

/** @throws when there is none of this heading */
export function sectionOf(text: string, level: number, heading: string): Section {
  const found = sectionsOf(text, level).find((section) => section.heading === heading);
  if (!found) throw new Error(`no section “${heading}”`);
  return found;
}

/** Rows of the tables in some lines, without the head and the line below it. */
export function rowsOf(lines: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith('|') || !lines[at - 1]?.startsWith('|')) continue;
    if (!/^\|[\s|:-]+\|$/.test(line)) rows.push(cellsOf(line));
  }
  return rows;
}

/** Paragraphs that are neither a table nor code. */
export function proseOf(lines: readonly string[]): string[] {
  return lines
    .join('\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('|') && !part.startsWith('```'));
}
