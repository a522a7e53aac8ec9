/*
 * The theme's own style attributes, which the policy would block with a line in the visitor's console: a
 * measured height, which is set anew when the page runs, and what theme/styles/base.css says instead.
 */
const OF_THE_THEME = [' style="--vp-vh:0px;"', ' style="position:relative;"', ' style=""'];

/** @throws when the page has another: somebody wrote it, and would wonder why it does nothing */
export function withoutStyleAttributes(html: string, file: string): string {
  let clean = html;
  for (const attribute of OF_THE_THEME) clean = clean.replaceAll(attribute, '');
  const other = /<[a-z][^>]*\sstyle="[^"]*"[^>]*>/i.exec(clean);
  if (other) throw new Error(`${file} has a style attribute, which the policy blocks: ${other[0]}`);
  return clean;
}
