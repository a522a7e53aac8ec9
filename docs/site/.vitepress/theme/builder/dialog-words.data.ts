/* Words of the drawn dialog, from the widget's dictionaries. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGUAGES } from './options.ts';

const DICTIONARIES = resolve(import.meta.dirname, '../../../../../connect/src/words/dictionaries');

type Dictionary = {
  universal: Record<
    'title' | 'openOnTelegram' | 'chooseOther' | 'viewAll' | 'whatIsWallet',
    string
  >;
};

type DialogWords = Record<'title' | 'open' | 'other' | 'all' | 'info', string>;

declare const data: Record<string, DialogWords>;

export { data };

export default {
  async load(): Promise<Record<string, DialogWords>> {
    const entries = Object.keys(LANGUAGES).map(async (code) => {
      const module = await import(pathToFileURL(resolve(DICTIONARIES, `${code}.ts`)).href);
      const { universal } = module[code] as Dictionary;
      const words: DialogWords = {
        title: universal.title,
        open: universal.openOnTelegram,
        other: universal.chooseOther,
        all: universal.viewAll,
        info: universal.whatIsWallet,
      };
      return [code, words] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  },
};
