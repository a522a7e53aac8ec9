/** An answer of a wallet, or an error. */
export type DappAnswer = { id: number; at: number; what: string; ok: boolean; json: string };

/** Converts an error for JSON, because its name and message are not enumerable. */
function plain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, cause } = value;
  return { name, message, ...(cause === undefined ? {} : { cause: plain(cause) }) };
}

export function answerOf(id: number, at: number, what: string, value: unknown): DappAnswer {
  const json = JSON.stringify(plain(value), null, 2) ?? String(value);
  return { id, at, what, ok: !(value instanceof Error), json };
}
