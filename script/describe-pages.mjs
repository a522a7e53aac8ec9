// Describes the pages of a web build that was made without our Vite plugin, for the server.
//
//   node script/describe-pages.mjs FOLDER     writes PAGE.html.json next to each page in it
import { describePagesIn } from './vite/describe-pages.mjs';

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write('Which folder? node script/describe-pages.mjs FOLDER\n');
  process.exit(2);
}
const pages = describePagesIn(folder);
if (pages.length === 0) {
  process.stderr.write(`${folder} has no pages (*.html): is it the folder of a web build?\n`);
  process.exit(2);
}
for (const page of pages) process.stdout.write(`${page}.json\n`);
