// Compares received with sent messages: acknowledged messages that did not arrive, duplicates, and
// the bridge responsible. Pure.

/**
 * @typedef {{ body: string, to: string, sentAt: number, ackedAt: number }} Message an
 *   acknowledged message. All times are of one clock. The first attempt began at `sentAt`
 * @typedef {{ kind: string, openedAt: number, endedAt: number,
 *   events: { id: number, message: string, at: number }[] }} Stream `endedAt` is
 *   Infinity while the stream is open
 * @typedef {{ ids: string[], streams: Stream[] }} Page the streams are in order
 */

/** Milliseconds in which a stream must deliver a message. It may be cut off before that. */
const GRACE = 2_500;

/**
 * Returns the stream that must deliver a message: the first that was open for long enough after its
 * acknowledgement.
 */
function owing(streams, { ackedAt }) {
  return streams.find(({ openedAt, endedAt }) => endedAt - Math.max(openedAt, ackedAt) > GRACE);
}

/**
 * Judges a run.
 * @param {Message[]} messages
 * @param {Page[]} pages
 * @returns {{ due: number, lost: Record<string, number>, twice: Record<string, number>, falling:
 * Record<string, number>, slowest: Record<string, number>, missing: object[] }} `due`: number of
 * deliveries; `lost` and `twice`: by the kind of the stream that had to deliver a message, or
 * repeated it; `falling`: ids that did not grow on a stream; `slowest`: longest time in
 * milliseconds from acknowledgement and open stream to delivery
 */
export function judge(messages, pages) {
  const seen = { due: 0, lost: {}, twice: {}, falling: {}, slowest: {}, missing: [] };
  const count = (record, kind) => {
    record[kind] = (record[kind] ?? 0) + 1;
  };
  const byReceiver = Map.groupBy(messages, ({ to }) => to);
  for (const { ids, streams } of pages) {
    const first = new Map();
    for (const stream of streams) {
      let last = 0;
      for (const { id, message, at } of stream.events) {
        if (first.has(message)) count(seen.twice, stream.kind);
        else first.set(message, { stream, at });
        if (id <= last) count(seen.falling, stream.kind);
        last = id;
      }
    }
    for (const message of ids.flatMap((id) => byReceiver.get(id) ?? [])) {
      const owed = owing(streams, message);
      // It was sent after the page had closed permanently.
      if (owed === undefined) continue;
      seen.due += 1;
      const came = first.get(message.body);
      if (came === undefined) {
        count(seen.lost, owed.kind);
        seen.missing.push({ ...message, stream: owed });
      } else if (came.stream === owed) {
        const late = Math.max(0, came.at - Math.max(message.ackedAt, owed.openedAt));
        seen.slowest[owed.kind] = Math.max(seen.slowest[owed.kind] ?? 0, late);
      }
    }
  }
  return seen;
}
