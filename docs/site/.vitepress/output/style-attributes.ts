/*
 * Removes the theme's style attributes, which the Content-Security-Policy would block with an error in the console.
 * One is a measured height that a script sets later; theme/styles/base.css replaces the others.
 */
const OF_THE_THEME = [' style="--vp-vh:0px;"', ' style="position:relative;"', ' style=""'];

/** @throws if the page has another style attribute: the policy would block it */
export function withoutStyleAttributes(html: string, file: string): string {
  let clean = html;
  for (const attribute of OF_THE_THEME) clean = clean.replaceAll(attribute, '');
  const other = /<[a-z][^>]*\sstyle="[^"]*"[^>]*>/i.exec(clean);
  if (other)
    throw new Error(`${file}: the Content-Security-Policy blocks a style attribute: ${other[0]}`);
  return clean;
}
