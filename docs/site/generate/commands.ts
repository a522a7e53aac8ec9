/* The commands of the binary, from docs/api/commands.json, which tests compare with the code. */
import { parse } from 'yaml';
import { markCode } from './code-words.ts';
import {
  cell,
  escapeText,
  type GeneratedPage,
  LANGUAGES,
  type Language,
  read,
  table,
} from './page.ts';
import type { Translations } from './translations.ts';

const SOURCE = 'docs/api/commands.json';
const TEXTS = 'docs/site/generate/texts/commands.yaml';

interface Option {
  name: string;
  /** Placeholder of the value; empty for a switch. */
  value: string;
  about: string;
  required: boolean;
  repeatable: boolean;
}

interface Command {
  name: string;
  about: string;
  footer: string;
  options: Option[];
  commands: Command[];
}

interface Source {
  prichal: Command;
  findings: { code: string; about: string }[];
  canary_metrics: { name: string; about: string }[];
}

/** Examples and notes, by the anchor of a command. */
type Texts = Record<Language, { index: string; commands: Record<string, string> }>;

const WORDS = {
  en: {
    title: 'Commands',
    description: 'Every command of the prichal binary with its options, examples and exit status',
    commands: ['Command', 'What it does'],
    options: ['Option', 'What it does'],
    findings: 'Checks of doctor',
    finding: ['Code', 'Condition'],
    metrics: 'Metrics of canary',
    metric: ['Metric', 'Meaning'],
  },
  ru: {
    title: 'Команды',
    description: 'Все команды программы prichal: параметры, примеры и коды выхода',
    commands: ['Команда', 'Что делает'],
    options: ['Параметр', 'Что делает'],
    findings: 'Проверки doctor',
    finding: ['Код', 'Условие'],
    metrics: 'Метрики canary',
    metric: ['Метрика', 'Значение'],
  },
} as const;

/** Ends a summary of one line as a sentence. */
const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Commands with the names before them, `keys list`, in order. */
function leavesOf(
  command: Command,
  before: string[] = [],
): { words: string[]; command: Command }[] {
  return command.commands.flatMap((each) => {
    const words = [...before, each.name];
    return each.commands.length === 0 ? [{ words, command: each }] : leavesOf(each, words);
  });
}

const isFlag = ({ name }: Option): boolean => name.startsWith('-');

function signature(words: readonly string[], { options }: Command): string {
  const required = options.filter((option) => isFlag(option) && option.required);
  return [
    'prichal',
    ...words,
    ...required.map(({ name, value }) => `${name} ${value}`),
    ...(options.some((option) => isFlag(option) && !option.required) ? ['[OPTIONS]'] : []),
    ...options
      .filter((option) => !isFlag(option))
      .map(({ value, required: isRequired }) => (isRequired ? value : `[${value}]`)),
  ].join(' ');
}

export function commandsPages(
  translations: Translations,
  configuration: Translations,
): GeneratedPage[] {
  const source = JSON.parse(read(SOURCE)) as Source;
  const texts = parse(read(TEXTS)) as Texts;
  return LANGUAGES.map((language) => {
    const words = WORDS[language];
    const prefix = language === 'ru' ? '/ru' : '';
    const { index, commands: notes } = texts[language];
    const inLanguage = (text: string, of = translations): string =>
      markCode(language === 'en' ? text.trim() : of.of(text));
    /** A flag that sets a key of the configuration ends with the key, `[server.listen]`. */
    const aboutOf = ({ about }: Option): string => {
      const [, text = about, section, key] = /^(.*) \[(\w+)\.(\w+)\]$/s.exec(about) ?? [];
      if (section === undefined) return cell(inLanguage(about));
      const link = `[\`${section}.${key}\`](${prefix}/reference/configuration/${section}#${section}-${key})`;
      const isKey = text.endsWith('.');
      const shown = isKey ? inLanguage(text, configuration) : inLanguage(about);
      return `${cell(shown.replace(/ \[`[\w.]+`\]$/, ''))} ${link}`;
    };
    const leaves = leavesOf(source.prichal);
    const sections = leaves.map(({ words: names, command }) => {
      const anchor = names.join('-');
      const footer = inLanguage(command.footer)
        .split('\n\n')
        .map((part) => escapeText(part.replaceAll('\n', ' ')));
      const inOrder = [
        ...command.options.filter((option) => !isFlag(option)),
        ...command.options.filter(isFlag),
      ];
      const options = inOrder.map((option) => [
        cell(`\`${isFlag(option) ? `${option.name} ${option.value}`.trim() : option.value}\``),
        aboutOf(option),
      ]);
      return [
        `## prichal ${names.join(' ')} {#${anchor}}`,
        escapeText(sentence(inLanguage(command.about))),
        `\`\`\`\n${signature(names, command)}\n\`\`\``,
        ...(options.length === 0 ? [] : [table(words.options, options)]),
        ...footer,
        notes[anchor]?.trim() ?? '',
        ...(anchor === 'doctor'
          ? [
              `### ${words.findings} {#doctor-findings}`,
              table(
                words.finding,
                source.findings.map(({ code, about }) => [`\`${code}\``, cell(inLanguage(about))]),
              ),
            ]
          : []),
        ...(anchor === 'canary'
          ? [
              `### ${words.metrics} {#canary-metrics}`,
              table(
                words.metric,
                source.canary_metrics.map(({ name, about }) => [
                  `\`${name}\``,
                  cell(inLanguage(about)),
                ]),
              ),
            ]
          : []),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    });
    const list = table(
      words.commands,
      leaves.map(({ words: names, command }) => [
        `[\`prichal ${names.join(' ')}\`](#${names.join('-')})`,
        cell(sentence(inLanguage(command.about))),
      ]),
    );
    return {
      path: 'reference/commands.md',
      order: 7,
      language,
      title: words.title,
      description: words.description,
      body: [index.trim(), list, ...sections].join('\n\n'),
    };
  });
}
