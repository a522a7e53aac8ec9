// Checks events of a stream against docs/api/asyncapi.yaml.
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readDescription } from './description.ts';

interface AsyncApi {
  readonly components: {
    readonly messages: Readonly<
      Record<
        string,
        { readonly contentType?: string; readonly headers: object; readonly payload: object }
      >
    >;
  };
}

/** Fields of an event, and its data. */
interface Event {
  readonly fields: Readonly<Record<string, string>>;
  readonly data: string | null;
}

interface Kind {
  readonly name: string;
  readonly isJson: boolean;
  readonly fitsFields: ValidateFunction;
  readonly fitsData: ValidateFunction;
}

function readEvent(text: string): Event {
  const fields: Record<string, string> = {};
  let data: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data = data === null ? value : `${data}\n${value}`;
    else fields[name] = value;
  }
  return { fields, data };
}

export class EventContract {
  readonly #kinds: readonly Kind[];
  /** Names of the received messages. */
  readonly seen = new Set<string>();

  constructor(document = readDescription('asyncapi.yaml') as AsyncApi) {
    const ajv = new Ajv2020({ strict: false });
    this.#kinds = Object.entries(document.components.messages).map(([name, message]) => ({
      name,
      isJson: message.contentType === 'application/json',
      fitsFields: ajv.compile(message.headers),
      fitsData: ajv.compile(message.payload),
    }));
  }

  /**
   * Returns the difference from the description, null if there is none.
   * @param text one event, without the empty line at its end
   */
  violationOf(text: string): string | null {
    const { fields, data } = readEvent(text);
    let faults = '';
    for (const { name, isJson, fitsFields, fitsData } of this.#kinds) {
      let value: unknown = data;
      if (isJson) {
        try {
          value = JSON.parse(data ?? '');
        } catch {
          continue;
        }
      }
      if (fitsFields(fields) && fitsData(value)) {
        this.seen.add(name);
        return null;
      }
      const [fault] = fitsFields.errors ?? fitsData.errors ?? [];
      faults += ` ${name}: ${fault?.instancePath ?? ''} ${fault?.message ?? ''};`;
    }
    return `no message of docs/api/asyncapi.yaml is this event:${faults} ${text.slice(0, 300)}`;
  }
}

/** Splits a stream into events as it arrives. */
export class EventReader {
  #rest = '';
  readonly #each: (event: string) => void;

  constructor(each: (event: string) => void) {
    this.#each = each;
  }

  add(text: string): void {
    const events = (this.#rest + text).split(/\r?\n\r?\n/);
    this.#rest = events.pop() ?? '';
    for (const event of events) this.#each(event);
  }
}
