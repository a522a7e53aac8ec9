// Tests the judge of script/beside-official: it finds lost messages, and the bridge that lost them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../official/losses.mjs';

const message = (body, sentAt, ackedAt = sentAt + 1) => ({ body, to: 'a', sentAt, ackedAt });
const stream = (kind, openedAt, endedAt, ...events) => ({
  kind,
  openedAt,
  endedAt,
  events: events.map(([id, body, at]) => ({ id, message: body, at })),
});
const seenBy = (messages, ...streams) => judge(messages, [{ ids: ['a'], streams }]);

test('a received message is not lost, and the longest wait is reported', () => {
  const seen = seenBy(
    [message('one', 10), message('two', 5_000)],
    stream('theirs', 0, 4_000, [1, 'one', 12]),
    stream('ours', 6_000, Infinity, [2, 'two', 6_007]),
  );
  assert.deepEqual(seen, {
    due: 2,
    lost: {},
    twice: {},
    falling: {},
    slowest: { theirs: 1, ours: 7 },
    missing: [],
  });
});

test('the first stream that is open long enough must deliver the message', () => {
  const theirs = stream('theirs', 0, 4_000);
  const ours = stream('ours', 4_100, Infinity);
  assert.deepEqual(seenBy([message('one', 10)], theirs, ours).lost, { theirs: 1 });
  const between = seenBy([message('one', 4_050)], theirs, ours);
  assert.deepEqual(between.lost, { ours: 1 });
  assert.equal(between.missing[0].body, 'one');
  // The stream ended right after the answer. The message was in transit and is still in the
  // mailbox.
  assert.deepEqual(seenBy([message('one', 3_900)], theirs, ours).lost, { ours: 1 });
  assert.deepEqual(seenBy([message('one', 3_900, 6_000)], theirs, ours).lost, { ours: 1 });
});

test('a message received by a later stream is not lost, and absent clients need not receive it', () => {
  const late = stream('ours', 4_100, Infinity, [1, 'one', 4_200]);
  const theirs = stream('theirs', 0, 4_000);
  assert.deepEqual(seenBy([message('one', 10)], theirs, late).lost, {});
  assert.equal(seenBy([message('one', 5_000)], theirs).due, 0);
  assert.equal(judge([{ ...message('one', 10), to: 'b' }], [{ ids: ['a'], streams: [] }]).due, 0);
});

test('duplicates and ids that do not grow count for the stream that delivers them', () => {
  const seen = seenBy(
    [message('one', 10), message('two', 11)],
    stream('theirs', 0, 20, [5, 'one', 11], [4, 'two', 12]),
    stream('ours', 30, 40, [6, 'two', 31]),
  );
  assert.deepEqual([seen.twice, seen.falling], [{ ours: 1 }, { theirs: 1 }]);
});
