import type { Random } from './random.js';
import type { BridgeMode, PostFault } from './scripted-bridge.js';

/** Kind of a stray message: unreadable, or not expected by the app. */
export type Stray =
  | 'heartbeat'
  | 'not-json'
  | 'not-base64'
  | 'not-decryptable'
  | 'not-a-message'
  | 'unknown-event'
  | 'stale-event'
  | 'unknown-answer'
  | 'answer-of-stranger'
  | 'disconnect-of-stranger';

/**
 * One step of a sequence. Numbers choose one of several things, modulo their count: a bridge, a
 * wallet, a request.
 */
type Action =
  | { does: 'connect'; to: 'one' | 'several' | 'extension'; bridge: number; abortable: boolean }
  | { does: 'restore' }
  | { does: 'send' | 'sign'; abortable: boolean }
  | { does: 'disconnect' | 'pause' | 'unpause' | 'hide' | 'show' | 'online' }
  | { does: 'abort'; which: number }
  | { does: 'reload'; closes: boolean; restores: boolean }
  | { does: 'follow'; wallet: number; bridge: number; link: number; approves: boolean }
  | { does: 'answer'; which: number; approves: boolean }
  | { does: 'leave' }
  | { does: 'stray'; what: Stray; bridge: number }
  | { does: 'decide'; which: number; approves: boolean }
  | { does: 'answer-extension'; which: number; approves: boolean }
  | { does: 'leave-extension' }
  | { does: 'fault'; bridge: number; fault: PostFault }
  | { does: 'drop'; bridge: number }
  | { does: 'mode'; bridge: number; mode: BridgeMode }
  | { does: 'wait'; ms: number };

/**
 * `next`: the next step follows in the same task, or after 3 ms, before this one has settled.
 */
export type Step = Action & { next?: 'now' | 'soon' };

const STRAYS: readonly [Stray, ...Stray[]] = [
  'heartbeat',
  'not-json',
  'not-base64',
  'not-decryptable',
  'not-a-message',
  'unknown-event',
  'stale-event',
  'unknown-answer',
  'answer-of-stranger',
  'disconnect-of-stranger',
];

const flip = (random: Random, chance: number): boolean => random.next() < chance;

/** Weight and generator of each kind of step. */
const KINDS: readonly [weight: number, make: (random: Random) => Action][] = [
  [
    6,
    (random) => ({
      does: 'connect',
      to: random.pick(['one', 'one', 'several', 'several', 'extension']),
      bridge: random.below(2),
      abortable: flip(random, 0.3),
    }),
  ],
  [2, () => ({ does: 'restore' })],
  [8, (random) => ({ does: 'send', abortable: flip(random, 0.3) })],
  [4, (random) => ({ does: 'sign', abortable: flip(random, 0.3) })],
  [2, () => ({ does: 'disconnect' })],
  [
    3,
    (random) => ({
      does: random.pick(['pause', 'unpause', 'unpause', 'hide', 'show', 'show', 'online']),
    }),
  ],
  [2, (random) => ({ does: 'abort', which: random.below(4) })],
  [2, (random) => ({ does: 'reload', closes: flip(random, 0.5), restores: flip(random, 0.8) })],
  [
    8,
    (random) => ({
      does: 'follow',
      wallet: random.below(2),
      bridge: random.below(2),
      link: flip(random, 0.85) ? 0 : random.below(3),
      approves: flip(random, 0.8),
    }),
  ],
  [10, (random) => ({ does: 'answer', which: random.below(4), approves: flip(random, 0.7) })],
  [1, () => ({ does: 'leave' })],
  [4, (random) => ({ does: 'stray', what: random.pick(STRAYS), bridge: random.below(2) })],
  [3, (random) => ({ does: 'decide', which: random.below(2), approves: flip(random, 0.75) })],
  [
    2,
    (random) => ({ does: 'answer-extension', which: random.below(2), approves: flip(random, 0.7) }),
  ],
  [0.5, () => ({ does: 'leave-extension' })],
  [
    4,
    (random) => ({
      does: 'fault',
      bridge: random.below(2),
      fault: random.pick(['lost', 'unanswered', 'slow', 'refused']),
    }),
  ],
  [2, (random) => ({ does: 'drop', bridge: random.below(2) })],
  [
    2,
    (random) => ({
      does: 'mode',
      bridge: random.below(2),
      mode: random.pick(['up', 'up', 'up', 'down', 'refuse', 'hang']),
    }),
  ],
  [5, (random) => ({ does: 'wait', ms: random.pick([10, 1_000, 6_000, 20_000, 70_000]) })],
];

const TOTAL = KINDS.reduce((sum, [weight]) => sum + weight, 0);

function makeStep(random: Random): Step {
  let left = random.next() * TOTAL;
  for (const [weight, make] of KINDS) {
    left -= weight;
    if (left < 0) {
      const action = make(random);
      return flip(random, 0.35) ? { ...action, next: random.pick(['now', 'soon']) } : action;
    }
  }
  return { does: 'wait', ms: 10 };
}

/** Makes a sequence of up to 30 steps. Most begin with a session, because most steps need one. */
export function makeSequence(random: Random): Step[] {
  const steps: Step[] = [];
  const start = random.below(10);
  if (start < 6) {
    const bridge = random.below(2);
    const to = start < 3 ? 'one' : 'several';
    steps.push({ does: 'connect', to, bridge, abortable: false });
    steps.push({ does: 'follow', wallet: 0, bridge, link: 0, approves: true });
  } else if (start === 6) {
    steps.push({ does: 'connect', to: 'extension', bridge: 0, abortable: false });
    steps.push({ does: 'decide', which: 0, approves: true });
  }
  for (let count = 4 + random.below(24); count > 0; count -= 1) steps.push(makeStep(random));
  return steps;
}

/** Removes steps as long as the rest still fails. Calls `fails` at most `tries` times. */
export async function shrink(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
  tries = 400,
): Promise<readonly Step[]> {
  let kept = steps;
  let left = tries;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2)) {
    let at = 0;
    while (at < kept.length && left > 0) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
      left -= 1;
      if (await fails(fewer)) kept = fewer;
      else at += size;
    }
  }
  for (const [index, step] of kept.entries()) {
    if (!step.next || left <= 0) continue;
    const { next: _, ...calm } = step;
    const calmer = kept.with(index, calm as Step);
    left -= 1;
    if (await fails(calmer)) kept = calmer;
  }
  return kept;
}
