/* The guides of `start/` with their titles and descriptions, for the front page. */
import { createContentLoader } from 'vitepress';

export interface Path {
  title: string;
  description: string;
  url: string;
}

declare const data: Record<'en' | 'ru', Path[]>;

export { data };

export default createContentLoader(['start/*.md', 'ru/start/*.md'], {
  transform(pages): Record<'en' | 'ru', Path[]> {
    const paths = pages
      .filter(({ url }) => !url.endsWith('/'))
      .sort((one, other) => (one.frontmatter.order ?? 1e9) - (other.frontmatter.order ?? 1e9))
      .map(({ url, frontmatter }) => ({
        title: String(frontmatter.title),
        description: String(frontmatter.description ?? ''),
        url: url.replace(/\.html$/, ''),
      }));
    const isRussian = ({ url }: Path) => url.startsWith('/ru/');
    return { ru: paths.filter(isRussian), en: paths.filter((path) => !isRussian(path)) };
  },
});
