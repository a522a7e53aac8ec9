import type { ConnectEvent } from '../protocol/answers.ts';
import type { Behaviour } from '../protocol/behaviour.ts';
import type { Answer } from '../protocol/rpc.ts';
import type { Context, Receiver } from './context.ts';

/** Message to an app: an answer, or the faulty message that the behaviour selects. */
export type Told = Answer | ConnectEvent | object | string;

function formed(message: Told, form: Behaviour['form']): Told {
  if (typeof message === 'string') return message;
  const { id, event } = message as { id?: unknown; event?: unknown };
  switch (form) {
    case 'good':
    case 'unsealed':
      return message;
    case 'not-json':
      return `${JSON.stringify(message).slice(0, -2)}`;
    case 'empty':
      return event === undefined ? { id } : { event, id };
    case 'other-id':
      return event === undefined ? { ...message, id: String(Number(id) + 1000) } : message;
  }
}

/**
 * Sends a message to an app over its bridge, with the faults of the wallet's behaviour. Throws an
 * error with a message for the user.
 */
export async function tellByBridge(
  context: Context,
  to: Receiver,
  message: Told,
  { form, times }: Behaviour,
  traceId: string | null = null,
): Promise<Told> {
  const faulty = formed(message, form);
  for (let time = 0; time < Math.max(1, times); time++) {
    if (form === 'unsealed') await context.sendUnsealed(to, traceId);
    else await context.send(to, faulty, traceId);
  }
  return faulty;
}

/** Returns the message for the page that waits for an answer. */
export function toldToPage(message: Told, { form }: Behaviour): Told {
  return form === 'unsealed' ? 'unreadable' : formed(message, form);
}
