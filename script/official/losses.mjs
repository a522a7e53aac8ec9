// Judges what pages saw of what was sent: what of the acknowledged did not come, what came twice, and
// which bridge it was that owed it. Pure.

/**
 * @typedef {{ body: string, to: string, sentAt: number, ackedAt: number }} Message acknowledged; of
 *   times, those of the one clock of the run; of several attempts, the first began at `sentAt`
 * @typedef {{ kind: string, openedAt: number, endedAt: number,
 *   events: { id: number, message: string, at: number }[] }} Stream Infinity where it is open
 * @typedef {{ ids: string[], streams: Stream[] }} Page its streams one after another
 */

/** Milliseconds that a stream has for a message: it may be cut off before that. */
const GRACE = 2_500;

/** The stream that is to give a message: the first that was there for long enough after its answer. */
function owing(streams, { ackedAt }) {
  return streams.find(({ openedAt, endedAt }) => endedAt - Math.max(openedAt, ackedAt) > GRACE);
}

/**
 * @param {Message[]} messages
 * @param {Page[]} pages
 * @returns {{ due: number, lost: Record<string, number>, twice: Record<string, number>,
 *   falling: Record<string, number>, slowest: Record<string, number>, missing: object[] }} `due`:
 *   deliveries; `lost` and `twice` by the kind of the stream that owed a message, or gave it again;
 *   `falling`: ids that did not grow on a stream; `slowest`: the longest time in milliseconds from when
 *   a message was answered, and the stream that owed it was open, to its event there
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
      // It was sent when the page had gone for good.
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
