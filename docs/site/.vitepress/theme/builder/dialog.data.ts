/* Words, colours and corners of the drawn dialog, from the widget's dictionaries and style sheets. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lightAndDark, widgetProperties } from '../../../generate/appearance.ts';
import { LANGUAGES, type ThemeName } from './options.ts';

const DICTIONARIES = resolve(import.meta.dirname, '../../../../../connect/src/words/dictionaries');

/** Custom properties in styles/builder.css. */
const COLOURS = [
  '--prichal-background-primary',
  '--prichal-background-tint',
  '--prichal-text-primary',
  '--prichal-text-secondary',
  '--prichal-telegram-button',
  '--prichal-accent',
];
const CORNERS = ['--prichal-radius-card', '--prichal-radius-button', '--prichal-radius-icon'];

type Dictionary = {
  universal: Record<
    'title' | 'openOnTelegram' | 'chooseOther' | 'viewAll' | 'whatIsWallet',
    string
  >;
};

type Properties = Record<string, string>;

export interface DialogData {
  words: Record<string, Dictionary['universal']>;
  colours: Record<ThemeName, Properties>;
  /** By the value of `borderRadius`. */
  corners: Record<string, Properties>;
}

declare const data: DialogData;

export { data };

async function wordsOf(code: string): Promise<[code: string, words: Dictionary['universal']]> {
  const module = await import(pathToFileURL(resolve(DICTIONARIES, `${code}.ts`)).href);
  const { title, openOnTelegram, chooseOther, viewAll, whatIsWallet } = (module[code] as Dictionary)
    .universal;
  return [code, { title, openOnTelegram, chooseOther, viewAll, whatIsWallet }];
}

export default {
  async load(): Promise<DialogData> {
    const { plain, small, none } = widgetProperties();
    const pick = (names: string[], defaultOf: (name: string) => string | undefined): Properties =>
      Object.fromEntries(
        names.map((name) => {
          const value = defaultOf(name);
          if (value === undefined) throw new Error(`the widget has no ${name}`);
          return [name, value];
        }),
      );
    const colours = (at: 0 | 1): Properties =>
      pick(COLOURS, (name) => lightAndDark(plain.get(name) ?? '')?.[at] ?? plain.get(name));
    return {
      words: Object.fromEntries(await Promise.all(Object.keys(LANGUAGES).map(wordsOf))),
      colours: { Light: colours(0), Dark: colours(1) },
      corners: {
        m: pick(CORNERS, (name) => plain.get(name)),
        s: pick(CORNERS, (name) => small.get(name)),
        none: pick(CORNERS, (name) => none.get(name)),
      },
    };
  },
};
