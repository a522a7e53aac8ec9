/*
 * The widget's custom properties with their defaults, from its style sheets, and its data attributes.
 * texts/appearance.yaml describes them in both languages.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { type GeneratedPage, LANGUAGES, read, root, table } from './page.ts';

const FILE = 'docs/site/generate/texts/appearance.yaml';
const SHEETS = ['connect/src/ui/theme/tokens.css', 'connect/src/ui/theme/sheet-tokens.css'];

type Texts = Record<string, { en: string; ru: string }>;

const WORDS = {
  en: {
    title: 'CSS properties and data attributes',
    description: 'Custom properties of the widget with their defaults, and its data attributes',
    lead: 'This page lists everything that your style sheet can use to change the widget. Set the properties on `[data-prichal-root]`. Rules of the widget have no specificity there, so yours always win. `uiPreferences.colorsSet` sets the same colours from JavaScript.\n\n```css\n[data-prichal-root] {\n  --prichal-connect-button-background: #0f766e;\n}\n```',
    properties: 'Custom properties',
    attributes: 'Data attributes',
    attributesLead: 'Use these attributes in your own rules and in tests. Class names are private.',
    heads: ['Property', 'Use', 'Default', 'With `borderRadius` `s`, `none`'],
    attributeHeads: ['Attribute', 'Meaning'],
    light: 'light',
    dark: 'dark',
  },
  ru: {
    title: 'Свойства CSS и data-атрибуты',
    description: 'Свойства CSS виджета со значениями по умолчанию и его data-атрибуты',
    lead: 'На этой странице перечислено всё, чем ваши стили могут изменить виджет. Задавайте свойства на `[data-prichal-root]`. У правил виджета там нулевая специфичность, поэтому ваши всегда сильнее. Те же цвета из JavaScript задаёт `uiPreferences.colorsSet`.\n\n```css\n[data-prichal-root] {\n  --prichal-connect-button-background: #0f766e;\n}\n```',
    properties: 'Свойства CSS',
    attributes: 'Data-атрибуты',
    attributesLead:
      'Используйте эти атрибуты в своих правилах и тестах. Имена классов могут меняться.',
    heads: ['Свойство', 'Назначение', 'По умолчанию', 'С `borderRadius` `s`, `none`'],
    attributeHeads: ['Атрибут', 'Значение'],
    light: 'светлая',
    dark: 'тёмная',
  },
};

/** The custom properties that the rules of a selector declare. */
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

/** The widget's custom properties with their defaults, and those that `borderRadius` `s` and `none` change. */
export function widgetProperties(): Record<'plain' | 'small' | 'none', Map<string, string>> {
  const css = SHEETS.map(read).join('\n');
  return {
    plain: declarations(css, ':where([data-prichal-root])'),
    small: declarations(css, ':where([data-prichal-root][data-radius="s"])'),
    none: declarations(css, ':where([data-prichal-root][data-radius="none"])'),
  };
}

/** Light and dark value of `light-dark(…)`. Undefined for another value. */
export function lightAndDark(value: string): [light: string, dark: string] | undefined {
  const [, light, dark] = /^light-dark\((.+?), (?=#|rgb)(.+)\)$/.exec(value) ?? [];
  return light === undefined || dark === undefined ? undefined : [light, dark];
}

/** The data attributes that the source sets on elements. */
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
  const described = parse(read(FILE)) as {
    properties: Texts;
    attributes: Texts;
    private: string[];
  };
  const { plain, small, none } = widgetProperties();
  const problems: string[] = [];
  const compare = (names: Iterable<string>, texts: Iterable<string>, where: string): void => {
    const [here, there] = [new Set(names), new Set(texts)];
    for (const name of here)
      if (!there.has(name)) problems.push(`${FILE} has no ${name} in ${where}`);
    for (const name of there)
      if (!here.has(name))
        problems.push(`${FILE} describes ${name} in ${where}, which does not exist`);
  };
  const privately = (start: string) => described.private.filter((name) => name.startsWith(start));
  compare(plain.keys(), [...Object.keys(described.properties), ...privately('--')], 'properties');
  compare(
    attributesInSource(),
    [...Object.keys(described.attributes), ...privately('data-')],
    'attributes',
  );

  const pages = LANGUAGES.map((language): GeneratedPage => {
    const words = WORDS[language];
    const value = (text: string): string => {
      const both = lightAndDark(text);
      return both === undefined
        ? `\`${text}\``
        : `\`${both[0]}\` ${words.light}<br>\`${both[1]}\` ${words.dark}`;
    };
    const rows = Object.entries(described.properties).map(([name, use]) => [
      `\`${name}\``,
      use[language],
      value(plain.get(name) ?? ''),
      [small.get(name), none.get(name)]
        .filter((each) => each !== undefined)
        .map((each) => `\`${each}\``)
        .join(', '),
    ]);
    const attributes = Object.entries(described.attributes).map(([name, text]) => [
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
