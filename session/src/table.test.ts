import { describe, expect, it } from 'vitest';
import { type EventName, STATES, type StateName, TABLE } from './machine.js';

const EVENTS = Object.keys(TABLE) as EventName[];
const EXPECTED = `
          idle       looking    signed-out signing-in signed-in  checking   linking
look      looking    -          -          -          -          checking   -
change    looking    looking    looking    signing-in checking   checking   linking
signIn    signing-in looking    signing-in signing-in signed-in  checking   linking
link      idle       looking    signed-out signing-in linking    linking    linking
connect   signing-in looking    signing-in signing-in linking    linking    linking
signOut   signed-out signed-out signed-out signed-out signed-out signed-out signed-out
found     -          signed-in  -          signed-in  -          signed-in  signed-in
none      -          signed-out -          signed-out -          signed-out signed-in
failed    -          signed-out -          signed-out -          signed-out signed-in
offline   -          idle       -          signed-out -          checking   signed-in
proven    -          -          -          -          -          -          linking
renewed   -          -          -          -          signed-in  checking   linking
ended     -          -          -          -          signed-out signed-out signed-out
left      -          -          signed-out signing-in -          -          -
fault     idle       looking    signed-out signing-in signed-in  checking   linking`;

/** The state after an event. Null if the state ignores the event. */
function next(state: StateName, event: EventName): StateName | null {
  const cell = TABLE[event][STATES.indexOf(state)];
  if (!cell) return null;
  return cell[0] === 'same' ? state : cell[0];
}
function reachable(from: StateName): Set<StateName> {
  const found = new Set([from]);
  for (const state of found) {
    for (const event of EVENTS) found.add(next(state, event) ?? state);
  }
  return found;
}
const statesOf = (event: EventName) => STATES.filter((state) => next(state, event));

describe('the table', () => {
  it('has a cell for every state and event', () => {
    for (const event of EVENTS) expect(TABLE[event], event).toHaveLength(STATES.length);
    expect(new Set(STATES).size).toBe(STATES.length);
  });

  it('leads from every state to every other one', () => {
    for (const state of STATES) {
      const others = STATES.filter((other) => other !== 'idle');
      expect([...reachable(state)], state).toEqual(expect.arrayContaining(others));
    }
    expect(reachable('looking')).toContain('idle');
  });

  it('handles every outcome of a run in every state that has a run', () => {
    const running = ['looking', 'signing-in', 'checking', 'linking'];
    for (const event of ['found', 'none', 'failed', 'offline'] as const) {
      expect(statesOf(event), event).toEqual(running);
    }
  });

  it('handles the renewal and the end of a session in every state that has a session', () => {
    const withSession = ['signed-in', 'checking', 'linking'];
    for (const event of ['renewed', 'ended'] as const) expect(statesOf(event)).toEqual(withSession);
  });

  it('handles requests, sign-outs and faults in every state', () => {
    for (const event of ['change', 'signIn', 'link', 'connect', 'signOut', 'fault'] as const) {
      expect(statesOf(event), event).toEqual([...STATES]);
    }
  });

  it('has the expected next states', () => {
    const rows = [
      ['', ...STATES],
      ...EVENTS.map((event) => [event, ...STATES.map((state) => next(state, event) ?? '-')]),
    ];
    const expected = EXPECTED.trim()
      .split('\n')
      .map((row) => row.trim().split(/ +/));
    expect(rows.map((row) => row.filter(Boolean))).toEqual(expected);
  });
});
