/* Writes the generated pages. First step of `npm run build --workspace docs/site`. */
import { writePages } from './page.ts';
import { generate } from './reference.ts';

const { pages, problems } = generate();
// Pages show a missing Russian text in English, and script/checks/site-texts.test.mjs fails.
for (const problem of problems) process.stderr.write(`${problem}\n`);
writePages(pages);
process.stdout.write(`${pages.length} pages of reference written\n`);
