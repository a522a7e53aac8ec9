/* The events of docs/api/asyncapi.yaml: one page. */
import { parse } from 'yaml';
import { TEXTS } from './http-api-words.ts';
import { escapeText, type GeneratedPage, type Language, read, table } from './page.ts';
import { Describer, type PageLanguage, type Schema } from './schemas.ts';

interface Message {
  name: string;
  title?: string;
  summary?: string;
  headers?: Schema;
  payload?: Schema;
}

export function eventsPage(language: Language, page: PageLanguage): GeneratedPage {
  const api = parse(read('docs/api/asyncapi.yaml')) as {
    components: { messages: Record<string, Message> };
  };
  const { words, text } = page;
  const describer = new Describer(api, page);
  const messages = Object.entries(api.components.messages).map(
    ([id, { name, title, summary, headers, payload }]) => {
      const fields = headers ? describer.members(headers) : [];
      const members = payload ? describer.members(payload) : [];
      return [
        `## ${text(title ?? name)} {#${id.toLowerCase()}}`,
        escapeText(text(summary)),
        fields.length === 0 ? '' : table(words.members, fields),
        members.length === 0 ? '' : `${words.data}:\n\n${table(words.members, members)}`,
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    },
  );
  const [title = '', description = ''] = words.events;
  return {
    path: 'reference/http-api/events.md',
    language,
    title,
    description,
    order: 8,
    body: [TEXTS.events?.[language], ...messages].join('\n\n'),
  };
}
