/* Every alert with its page of the runbook: monitoring/alerts.yml, and docs/monitoring.md, held together by a test. */
import { parse } from 'yaml';
import { sectionsOf } from './markdown.ts';
import { escapeText, type GeneratedPage, LANGUAGES, read } from './page.ts';
import { fromRepository } from './repository-pages.ts';
import type { Translations } from './translations.ts';

const SOURCE = 'docs/monitoring.md';

interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
}

const WORDS = {
  en: {
    title: 'Alerts and their runbook',
    description: 'What each alert means, and what to do',
    lead: 'The alerts of `monitoring/alerts.yml`, each with what it means and what to do. `page`: visitors feel it, or something was lost; `ticket`: it can wait for the morning.',
    after: 'after',
    when: 'Fires when',
    at: 'at once',
  },
  ru: {
    title: 'Оповещения и что делать',
    description: 'Что значит каждое оповещение и что делать',
    lead: 'Оповещения из `monitoring/alerts.yml`: что каждое значит и что делать. `page` — это чувствуют люди или что-то потеряно; `ticket` — подождёт до утра.',
    after: 'через',
    when: 'Срабатывает, когда',
    at: 'сразу',
  },
};

export function alertsPages(translations: Translations): GeneratedPage[] {
  const { groups } = parse(read('monitoring/alerts.yml')) as { groups: { rules: Alert[] }[] };
  const runbook = new Map(
    sectionsOf(read(SOURCE), 3).map(({ heading, lines }) => [heading, lines.join('\n').trim()]),
  );
  return LANGUAGES.map((language) => {
    const words = WORDS[language];
    const sections = groups
      .flatMap(({ rules }) => rules)
      .map(({ alert, expr, for: wait, labels }) => {
        const text = (runbook.get(alert) ?? '').replaceAll(/(?<!\n)\n(?!\n|\||```|- )/g, ' ');
        const told =
          language === 'en'
            ? fromRepository(text, SOURCE)
            : text
                .split(/\n{2,}/)
                .map((part) => fromRepository(translations.of(part), SOURCE, 'ru'))
                .join('\n\n');
        const severity = `\`${labels.severity}\`, ${wait === undefined ? words.at : `${words.after} ${wait}`}`;
        return `## ${alert} {#${alert.toLowerCase()}}\n\n${severity}\n\n${told}\n\n${escapeText(words.when)}:\n\n\`\`\`txt\n${expr.trim()}\n\`\`\``;
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
