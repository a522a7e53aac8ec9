/* The metrics page, from texts/metrics.yaml, which a server test compares with what /metrics returns. */
import { parse } from 'yaml';
import { cell, type GeneratedPage, LANGUAGES, type Language, read, table } from './page.ts';

const FILE = 'docs/site/generate/texts/metrics.yaml';

type InBoth = Record<Language, string>;

interface Metric extends InBoth {
  type: 'gauge' | 'counter' | 'histogram';
  /** Values of each label, or a description of them. */
  labels?: Record<string, string[] | InBoth>;
  note?: InBoth;
}

const GROUPS: Record<string, InBoth> = {
  bridge: { en: 'Bridge', ru: 'Мост' },
  store: { en: 'Storage', ru: 'Хранилище' },
  valkey: { en: 'Valkey', ru: 'Valkey' },
  auth: { en: 'Sign-in', ru: 'Вход' },
  tls: { en: 'TLS', ru: 'TLS' },
  webhook: { en: 'Bridge webhooks', ru: 'Вебхуки моста' },
  wallets: { en: 'Wallets list', ru: 'Список кошельков' },
  server: { en: 'Server', ru: 'Сервер' },
  process: { en: 'Process', ru: 'Процесс' },
  official: { en: 'Names of the official bridge', ru: 'Имена официального моста' },
};

const LEADS: Record<string, InBoth> = {
  valkey: {
    en: 'These metrics exist only with `store.kind = "valkey"`.',
    ru: 'Эти метрики есть только при `store.kind = "valkey"`.',
  },
  official: {
    en: 'Dashboards and alerts of the official bridge keep working with these names. The metrics `go_*` and `promhttp_*` do not exist.',
    ru: 'С этими именами продолжают работать панели и алерты официального моста. Метрик `go_*` и `promhttp_*` нет.',
  },
};

const WORDS = {
  en: {
    title: 'Metrics',
    description: 'Every Prometheus metric of the server with its type, labels and meaning',
    lead: 'This page lists every metric for operators who build dashboards and alerts. The server exports them at `/metrics` on the admin listener (`server.admin`) in the Prometheus text format. Label values come from fixed sets. Clients cannot create new ones.',
    head: ['Metric', 'Description', 'Type', 'Labels'],
  },
  ru: {
    title: 'Метрики',
    description: 'Все метрики Prometheus с типами, метками и описаниями',
    lead: 'На этой странице — все метрики для тех, кто строит панели и алерты. Сервер отдаёт их по `/metrics` на служебном адресе (`server.admin`) в текстовом формате Prometheus. Значения меток взяты из постоянных наборов, клиенты не могут создать новые.',
    head: ['Метрика', 'Описание', 'Тип', 'Метки'],
  },
};

const labelsOf = ({ labels = {} }: Metric, language: Language): string =>
  Object.entries(labels)
    .map(([label, values]) => {
      const text = Array.isArray(values)
        ? values.map((value) => `\`${value}\``).join(', ')
        : values[language];
      return `\`${label}\`: ${text}`;
    })
    .join('<br>');

export function metricsPages(): GeneratedPage[] {
  const groups = parse(read(FILE)) as Record<string, Record<string, Metric>>;
  return LANGUAGES.map((language) => {
    const { lead, head, ...words } = WORDS[language];
    const sections = Object.entries(groups).map(([id, metrics]) => {
      const rows = Object.entries(metrics).map(([name, metric]) => [
        `\`${name}\``,
        cell(`${metric[language]} ${metric.note?.[language] ?? ''}`),
        metric.type,
        labelsOf(metric, language),
      ]);
      const parts = [
        `## ${GROUPS[id]?.[language]} {#${id}}`,
        LEADS[id]?.[language],
        table(head, rows),
      ];
      return parts.filter((part) => part !== undefined).join('\n\n');
    });
    return {
      path: 'reference/metrics.md',
      language,
      ...words,
      order: 3,
      body: `${lead}\n\n${sections.join('\n\n')}`,
    };
  });
}
