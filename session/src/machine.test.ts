import { SignInError } from '@prichal/telegram/session';
import { describe, expect, it, vi } from 'vitest';
import { createMachine, type SessionEvent, TRANSITIONS, UNKNOWN } from './machine.js';
import type { SessionStatus } from './types.js';

const STATUSES: readonly SessionStatus[] = ['unknown', 'signed-out', 'signing-in', 'signed-in'];

/** Events that bring a machine to each status. */
const PATHS: Record<SessionStatus, readonly SessionEvent[]> = {
  unknown: [],
  'signed-out': ['end'],
  'signing-in': ['begin'],
  'signed-in': ['adopt'],
};

function machineIn(status: SessionStatus, sent = vi.fn()) {
  const machine = createMachine(sent);
  for (const event of PATHS[status]) machine.send(event, {});
  expect(machine.get().status).toBe(status);
  return machine;
}

/** The status after `event`, for each of `STATUSES`. */
const after = (event: SessionEvent): SessionStatus[] =>
  STATUSES.map((status) => {
    const machine = machineIn(status);
    machine.send(event, {});
    return machine.get().status;
  });

describe('machine', () => {
  it('signs in only without a session', () => {
    expect(after('begin')).toEqual(['signing-in', 'signing-in', 'signing-in', 'signed-in']);
  });

  it('has a session after every adopted answer', () => {
    expect(after('adopt')).toEqual(STATUSES.map(() => 'signed-in'));
  });

  it('keeps the session when an attempt fails', () => {
    expect(after('fail')).toEqual(['signed-out', 'signed-out', 'signed-out', 'signed-in']);
  });

  it('keeps the status at an update', () => {
    expect(after('update')).toEqual(STATUSES);
  });

  it('has no session after an end', () => {
    expect(after('end')).toEqual(STATUSES.map(() => 'signed-out'));
  });

  it('never returns to the status of a page that has just loaded', () => {
    expect(Object.values(TRANSITIONS).flat()).not.toContain('unknown');
  });

  it('notifies listeners only of changes, and the caller of every event', () => {
    const sent = vi.fn();
    const machine = machineIn('signed-out', sent);
    const listener = vi.fn();
    machine.subscribe(listener);
    const before = machine.get();
    machine.send('end', {});
    expect(machine.get()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
    expect(sent).toHaveBeenCalledTimes(2);
    const error = new SignInError({ code: 'network', detail: 'no answer' });
    machine.send('update', { error });
    expect(machine.get()).toEqual({ ...UNKNOWN, status: 'signed-out', error });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
