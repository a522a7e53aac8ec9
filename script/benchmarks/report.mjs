// Formats the report for the terminal, and as one self-contained page.

const number = (value) =>
  value === undefined
    ? '–'
    : value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });

const ratio = ({ ours, peer, better }) => {
  if (ours === undefined || !peer || !ours) return '–';
  return `${number(better === 'more' ? ours / peer : peer / ours)} ×`;
};

const verdict = ({ bar, holds }) => {
  if (bar === undefined) return '';
  return holds === undefined ? 'open' : holds ? 'holds' : 'MISSED';
};

const cells = (row) => [
  `${row.title}, ${row.unit}`,
  number(row.ours),
  row.peer === undefined ? '–' : `${number(row.peer)}${row.peerName ? ` (${row.peerName})` : ''}`,
  ratio(row),
  number(row.limit),
  row.bar ?? '',
  verdict(row),
];

const HEAD = ['measure', 'ours', 'peer', 'better', 'machine', 'bar', ''];

/** @param {import('./rows.mjs').Row[]} rows */
export const textTable = (rows) => aligned([HEAD, ...rows.map(cells)]);

const written = (cell) => (typeof cell === 'string' ? cell : number(cell));

/**
 * Aligns columns: names left, figures right.
 * @param {(string | number | undefined)[][]} lines header first
 */
export function aligned(lines) {
  const table = lines.map((line) => line.map(written));
  const widths = table[0].map((_, i) => Math.max(...table.map((line) => line[i].length)));
  return table
    .map((line) =>
      line
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const escaped = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** Draws bars from zero. The longest takes the whole width. */
function chart(row) {
  const bars = [
    ['ours', row.ours, 'ours'],
    [row.peerName ?? 'peer', row.peer, 'peer'],
    ['machine', row.limit, 'limit'],
  ].filter(([, value]) => value !== undefined);
  const most = Math.max(...bars.map(([, value]) => value)) || 1;
  const height = bars.length * 26;
  const lines = bars.map(
    ([name, value, kind], i) =>
      `<text x="70" y="${i * 26 + 17}" text-anchor="end">${name}</text>` +
      `<rect class="${kind}" x="80" y="${i * 26 + 4}" width="${Math.max(1, (420 * value) / most).toFixed(1)}" height="18" rx="3"/>` +
      `<text x="${(88 + (420 * value) / most).toFixed(1)}" y="${i * 26 + 17}">${number(value)}</text>`,
  );
  const label = escaped(
    `${row.title}: ${bars.map(([name, value]) => `${name} ${number(value)}`).join(', ')} ${row.unit}`,
  );
  return `<figure><figcaption>${escaped(row.title)}, ${escaped(row.unit)} (${row.better} is better)</figcaption>
<svg viewBox="0 0 620 ${height}" role="img" aria-label="${label}">${lines.join('')}</svg></figure>`;
}

/**
 * Formats the page.
 * @param {import('./rows.mjs').Row[]} rows
 * @param {[string, string][]} facts about the machine and the run
 * @param {Record<string, Record<string, Record<string, number>[]>>} figures of every run
 * @param {(string | number | undefined)[][]} [fleet] table of several instances
 */
export function htmlPage(rows, facts, figures, fleet) {
  const line = (tag, all) =>
    `<tr>${all.map((cell) => `<${tag}>${escaped(written(cell))}</${tag}>`).join('')}</tr>`;
  const several = fleet
    ? `<h2>Several instances</h2>
<table><thead>${line('th', fleet[0])}</thead><tbody>${fleet
        .slice(1)
        .map((each) => line('td', each))
        .join('\n')}</tbody></table>`
    : '';
  const charts = rows.filter(({ peer, limit }) => peer !== undefined || limit !== undefined);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Prichal: benchmarks</title>
<style>
  :root { color-scheme: light dark; --ours: #0077c2; --peer: #8a94a0; --limit: #c9ced4; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { padding: 0.3rem 0.6rem; text-align: right; border-bottom: 1px solid #8884; }
  th:first-child, td:first-child { text-align: left; }
  figure { margin: 1.5rem 0; max-width: 46rem; }
  svg text { font: 13px system-ui, sans-serif; fill: currentColor; }
  .ours { fill: var(--ours); } .peer { fill: var(--peer); } .limit { fill: var(--limit); }
  pre { overflow: auto; font-size: 12px; }
</style>
<h1>Benchmarks</h1>
<table>${facts.map((fact) => line('td', fact)).join('\n')}</table>
<h2>Bars</h2>
<table><thead>${line('th', HEAD)}</thead><tbody>${rows.map((row) => line('td', cells(row))).join('\n')}</tbody></table>
<p>Medians of the runs; of what may not happen at all, the worst run. “Machine” is a program that does the
system calls of a bridge and nothing else.</p>
<h2>Side by side</h2>
${charts.map(chart).join('\n')}
${several}
<h2>Every figure of every run</h2>
<pre>${escaped(JSON.stringify(figures, null, 1))}</pre>
</html>
`;
}
