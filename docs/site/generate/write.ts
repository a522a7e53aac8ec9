/* Writes the generated pages: the first step of `npm run build --workspace docs/site`. */
import { writePages } from './page.ts';
import { generate } from './reference.ts';

const { pages, problems } = generate();
// A text that is missing is shown in English; script/checks/site-texts.test.mjs fails by it.
for (const problem of problems) process.stderr.write(`${problem}\n`);
writePages(pages);
process.stdout.write(`${pages.length} pages of reference written\n`);
