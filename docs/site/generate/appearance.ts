/*
 * What a style sheet of an app's own can hold on to: the widget's custom properties, from its style sheets,
 * and its data attributes. What they are for stands in texts/appearance.yaml, in both languages.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { type GeneratedPage, LANGUAGES, read, root, table } from './page.ts';

const FILE = 'docs/site/generate/texts/appearance.yaml';
const SHEETS = ['connect/src/ui/theme/tokens.css', 'connect/src/ui/theme/sheet-tokens.css'];

type Told = Record<string, { en: string; ru: string }>;

const WORDS = {
  en: {
    title: 'CSS properties and data attributes',
    description:
      'Custom properties of the widget with their defaults, and the attributes that it carries',
    lead: 'Set them on `[data-prichal-root]`: the widget’s own rules weigh nothing there, so yours win wherever they stand. `uiPreferences.colorsSet` sets the same colours.',
    properties: 'Custom properties',
    attributes: 'Data attributes',
    attributesLead: 'For rules of your own and for tests. Class names are private.',
    heads: ['Property', 'Default', 'With `borderRadius` `s`, `none`', 'For'],
    attributeHeads: ['Attribute', 'What it says'],
    light: 'light',
    dark: 'dark',
  },
  ru: {
    title: 'Свойства CSS и data-атрибуты',
    description: 'Свойства виджета со значениями по умолчанию и атрибуты, которые он несёт',
    lead: 'Задайте их на `[data-prichal-root]`: правила самого виджета там ничего не весят, поэтому ваши важнее, где бы ни стояли. Те же цвета задаёт `uiPreferences.colorsSet`.',
    properties: 'Свойства',
    attributes: 'Data-атрибуты',
    attributesLead: 'Для ваших правил и тестов. Имена классов — внутреннее дело виджета.',
    heads: ['Свойство', 'По умолчанию', 'С `borderRadius` `s`, `none`', 'Для чего'],
    attributeHeads: ['Атрибут', 'О чём говорит'],
    light: 'светлая',
    dark: 'тёмная',
  },
};

/** Declarations of custom properties below a selector that begins so. */
function declarations(css: string, selector: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, begin = '', body = ''] of css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (
      begin
        .trim()
        .replace(/^@import[^;]*;/, '')
        .trim() !== selector
    )
      continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--prichal-[\w-]+):\s*([^;]+);/g)) {
      found.set(name, value.replaceAll(/\s+/g, ' '));
    }
  }
  return found;
}

/** `data-…` that the source sets on its elements. */
function attributesInSource(): Set<string> {
  const names = new Set<string>();
  for (const file of globSync('connect/src/{core/device,ui,vanilla}/**/*.{ts,tsx}', {
    cwd: root,
  })) {
    if (/\.test\.|\/testing\//.test(file)) continue;
    const text = readFileSync(resolve(root, file), 'utf8').replaceAll(
      /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
      '',
    );
    for (const [, name = ''] of text.matchAll(/['"\s{[](data-[a-z]+(?:-[a-z]+)*)(?=['"=\]:])/g))
      names.add(name);
  }
  return names;
}

export function appearancePages(): { pages: GeneratedPage[]; problems: string[] } {
  const told = parse(read(FILE)) as { properties: Told; attributes: Told; private: string[] };
  const css = SHEETS.map(read).join('\n');
  const plain = declarations(css, ':where([data-prichal-root])');
  const small = declarations(css, ':where([data-prichal-root][data-radius="s"])');
  const none = declarations(css, ':where([data-prichal-root][data-radius="none"])');
  const problems: string[] = [];
  const compare = (names: Iterable<string>, texts: Iterable<string>, where: string): void => {
    const [here, there] = [new Set(names), new Set(texts)];
    for (const name of here) if (!there.has(name)) problems.push(`${FILE} lacks ${where}: ${name}`);
    for (const name of there)
      if (!here.has(name)) problems.push(`${FILE} has what is no more, ${where}: ${name}`);
  };
  compare(plain.keys(), Object.keys(told.properties), 'properties');
  compare(attributesInSource(), [...Object.keys(told.attributes), ...told.private], 'attributes');

  const pages = LANGUAGES.map((language): GeneratedPage => {
    const words = WORDS[language];
    const value = (text: string): string => {
      const [, light, dark] = /^light-dark\((.+?), (?=#|rgb)(.+)\)$/.exec(text) ?? [];
      return light === undefined
        ? `\`${text}\``
        : `\`${light}\` ${words.light}<br>\`${dark}\` ${words.dark}`;
    };
    const rows = [...plain].map(([name, text]) => [
      `\`${name}\``,
      value(text),
      [small.get(name), none.get(name)]
        .map((each) => (each === undefined ? '' : `\`${each}\``))
        .filter((each) => each !== '')
        .join(', '),
      told.properties[name]?.[language] ?? '',
    ]);
    const attributes = Object.entries(told.attributes).map(([name, text]) => [
      `\`${name}\``,
      text[language],
    ]);
    return {
      path: 'reference/appearance.md',
      language,
      title: words.title,
      description: words.description,
      order: 5,
      body: `${words.lead}\n\n## ${words.properties} {#properties}\n\n${table(words.heads, rows)}\n\n## ${words.attributes} {#attributes}\n\n${words.attributesLead}\n\n${table(words.attributeHeads, attributes)}`,
    };
  });
  return { pages, problems };
}
