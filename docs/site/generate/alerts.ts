/* The page of alerts: monitoring/alerts.yml with the runbook of texts/alerts.yaml. A test compares their names. */
import { parse } from 'yaml';
import { escapeText, type GeneratedPage, LANGUAGES, type Language, read } from './page.ts';

interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
}

const WORDS = {
  en: {
    title: 'Alerts and their runbook',
    description: 'Meaning and fix of each alert for Prometheus',
    lead: 'Each alert of `monitoring/alerts.yml`, with its meaning and fix. `page`: users are affected or data was lost. `ticket`: it can wait until morning.',
    after: (wait: string) => `after ${wait}`,
    condition: 'Fires when',
    immediately: 'immediately',
  },
  ru: {
    title: 'Оповещения и инструкции',
    description: 'Что значит каждое оповещение Prometheus и как исправить',
    lead: 'Оповещения из `monitoring/alerts.yml`: что они значат и что делать. `page` — затронуты пользователи или потеряны данные. `ticket` подождёт до утра.',
    after: (wait: string) =>
      `через ${wait
        .replace(/^(\d+)s$/, '$1 с')
        .replace(/^(\d+)m$/, '$1 мин')
        .replace(/^(\d+)h$/, '$1 ч')}`,
    condition: 'Срабатывает при условии',
    immediately: 'сразу',
  },
};

export function alertsPages(): GeneratedPage[] {
  const { groups } = parse(read('monitoring/alerts.yml')) as { groups: { rules: Alert[] }[] };
  const runbook = parse(read('docs/site/generate/texts/alerts.yaml')) as Record<
    string,
    Record<Language, string>
  >;
  return LANGUAGES.map((language) => {
    const words = WORDS[language];
    const sections = groups
      .flatMap(({ rules }) => rules)
      .map(({ alert, expr, for: wait, labels }) => {
        const severity = `\`${labels.severity}\`, ${wait === undefined ? words.immediately : words.after(wait)}`;
        const text = escapeText(runbook[alert]?.[language] ?? '');
        return `## ${alert} {#${alert.toLowerCase()}}\n\n${severity}\n\n${text}\n\n${words.condition}:\n\n\`\`\`txt\n${expr.trim()}\n\`\`\``;
      });
    return {
      path: 'reference/alerts.md',
      language,
      title: words.title,
      description: words.description,
      order: 4,
      body: `${words.lead}\n\n${sections.join('\n\n')}`,
    };
  });
}
