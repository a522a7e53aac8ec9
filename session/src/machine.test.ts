import { type SignedIn, SignInError } from '@prichal/telegram/session';
import { describe, expect, it, vi } from 'vitest';
import type { Access } from './access.js';
import { createMachine, type SessionEvent, type Tools } from './machine.js';
import { createRun, type Run } from './run.js';
import { UNKNOWN } from './state.js';

const answerOf = (sub: string) =>
  ({
    user: { sub, telegram: null, wallets: [] },
    session: { id: sub, amr: [] },
  }) as unknown as SignedIn;
const NETWORK = new SignInError({ code: 'network', detail: 'no answer' });
const newRun = (): Run => createRun(async () => null);
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

function machine() {
  const started: Run[] = [];
  const show = vi.fn();
  const sent = vi.fn();
  const tools = {
    start: (run: Run) => void started.push(run),
    open: (answer: SignedIn): Access => ({ current: answer }) as Access,
    notify: vi.fn(),
    cancelWallets: vi.fn(),
    send: (event: SessionEvent) => one.send(event),
  } satisfies Tools;
  const one = createMachine(tools, show, sent);
  const { get, getState, send } = one;
  /** Sends a request, and returns its run. */
  const request = (type: 'look' | 'change' | 'signIn' | 'link' | 'connect'): Run => {
    const run = newRun();
    send({ type, run });
    return run;
  };
  const fail = (
    type: 'none' | 'failed' | 'offline',
    of: Run,
    error: SignInError | null = NETWORK,
  ) => send({ type, of, error });
  const find = (of: Run, sub = 'u_1') => {
    const answer = answerOf(sub);
    send({ type: 'found', of, answer });
    of.resolve(answer.user);
  };
  const access = (): Access => {
    const state = get();
    if (!('access' in state)) throw new Error('no session');
    return state.access;
  };
  const signOut = () => {
    const logOut = vi.fn();
    send({ type: 'signOut', logOut });
    return logOut;
  };
  const name = () => get().name;
  return { access, fail, find, getState, name, request, send, sent, show, signOut, started, tools };
}
const signedOut = () => {
  const one = machine();
  one.fail('none', one.request('look'));
  return one;
};
const signedIn = () => {
  const one = machine();
  one.find(one.request('look'));
  return one;
};

describe('a look-up', () => {
  it('signs in without a question, and the other tabs are not notified', () => {
    const { name, getState, tools } = signedIn();
    expect(name()).toBe('signed-in');
    expect(getState()).toMatchObject({ status: 'signed-in', user: { sub: 'u_1' }, error: null });
    expect(tools.notify).not.toHaveBeenCalled();
  });

  it('that finds no session signs out, without an error', () => {
    expect(signedOut().getState()).toEqual({ ...UNKNOWN, status: 'signed-out' });
  });

  it('that fails for good is not repeated', () => {
    const { fail, getState, name, request, started } = machine();
    fail('failed', request('look'));
    expect(getState()).toMatchObject({ status: 'signed-out', error: NETWORK });
    request('look');
    expect(name()).toBe('signed-out');
    expect(started).toHaveLength(1);
  });

  it('that the server did not answer is repeated, and the error stays until the end', () => {
    const { fail, find, getState, request } = machine();
    fail('offline', request('look'));
    expect(getState()).toMatchObject({ status: 'signed-out', error: NETWORK });
    const run = request('look');
    expect(getState()).toMatchObject({ status: 'signed-out', error: NETWORK });
    find(run);
    expect(getState()).toMatchObject({ status: 'signed-in', error: null });
  });

  it('runs once at a time', () => {
    const { request, started } = machine();
    request('look');
    request('look');
    expect(started).toHaveLength(1);
  });
});

describe('a request while another one runs', () => {
  it('waits for the look-up, and is answered with its user', async () => {
    const { find, request, started } = machine();
    const look = request('look');
    const signIn = request('signIn');
    find(look);
    expect(await signIn.promise).toMatchObject({ sub: 'u_1' });
    expect(started).toEqual([look]);
  });

  it.each(['none', 'failed', 'offline'] as const)(
    'starts when the look-up ends with %s',
    async (type) => {
      const { fail, name, request, started } = machine();
      const look = request('look');
      const signIn = request('signIn');
      fail(type, look);
      look.reject(NETWORK);
      await settled();
      expect(started).toEqual([look, signIn]);
      expect(name()).toBe('signing-in');
    },
  );

  it('shares a sign-in', async () => {
    const { find, request, started } = signedOut();
    const both = [request('signIn'), request('signIn')] as const;
    find(both[0]);
    expect(await both[1].promise).toMatchObject({ sub: 'u_1' });
    expect(started).toHaveLength(2);
  });

  it('links after a sign-in', async () => {
    const { find, name, request, started } = signedOut();
    const signIn = request('signIn');
    const link = request('link');
    find(signIn);
    await settled();
    expect(name()).toBe('linking');
    expect(started.at(-1)).toBe(link);
  });

  it('is cancelled by a sign-out', async () => {
    const { name, request, signOut, started } = machine();
    const look = request('look');
    const signIn = request('signIn');
    signOut();
    await expect(signIn.promise).rejects.toMatchObject({ code: 'cancelled' });
    expect(name()).toBe('signed-out');
    expect(started).toEqual([look]);
  });

  it('looks again if another tab signs out meanwhile', async () => {
    const { find, name, request, started } = machine();
    const look = request('look');
    const change = request('change');
    find(look);
    await settled();
    expect(name()).toBe('checking');
    expect(started.at(-1)).toBe(change);
  });
});

describe('a sign-in', () => {
  it('notifies the other tabs', () => {
    const { find, name, request, tools } = signedOut();
    find(request('signIn'));
    expect(name()).toBe('signed-in');
    expect(tools.notify).toHaveBeenCalledTimes(1);
  });

  it('that the user cancels leaves no error', () => {
    const { fail, getState, request } = signedOut();
    fail('failed', request('signIn'), null);
    expect(getState()).toEqual({ ...UNKNOWN, status: 'signed-out' });
  });

  it('that the server rejects leaves an error until the next one', () => {
    const { fail, getState, request } = signedOut();
    fail('failed', request('signIn'));
    expect(getState()).toMatchObject({ status: 'signed-out', error: NETWORK });
    request('signIn');
    expect(getState()).toMatchObject({ status: 'signing-in', error: null });
  });

  it('of a signed-in user starts nothing', async () => {
    const { request, started } = signedIn();
    expect(await request('signIn').promise).toMatchObject({ sub: 'u_1' });
    expect(started).toHaveLength(1);
  });
});

describe('a link', () => {
  it('keeps the session while it runs and when it fails', () => {
    const { fail, getState, request } = signedIn();
    const link = request('link');
    expect(getState()).toMatchObject({ status: 'signed-in', user: { sub: 'u_1' } });
    fail('failed', link);
    expect(getState()).toMatchObject({ status: 'signed-in', user: { sub: 'u_1' }, error: NETWORK });
  });

  it('shows a fresher proof if needed, and continues', () => {
    const { find, getState, name, request, send } = signedIn();
    const link = request('link');
    send({ type: 'proven', of: link, answer: answerOf('u_2') });
    expect(name()).toBe('linking');
    expect(getState().user?.sub).toBe('u_2');
    find(link, 'u_3');
    expect(getState().user?.sub).toBe('u_3');
  });

  it('without a user is rejected, and the status stays', async () => {
    const { getState, request, show } = signedOut();
    show.mockClear();
    await expect(request('link').promise).rejects.toMatchObject({ code: 'signed_out' });
    expect(getState()).toMatchObject({ status: 'signed-out', error: { code: 'signed_out' } });
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('of a session that ends is cancelled, and the sheet closes', async () => {
    const { access, getState, request, send, tools } = signedIn();
    const link = request('link');
    send({ type: 'ended', of: access(), error: NETWORK });
    await expect(link.promise).rejects.toMatchObject({ code: 'cancelled' });
    expect(tools.cancelWallets).toHaveBeenCalled();
    expect(getState()).toMatchObject({ status: 'signed-out', user: null, error: NETWORK });
  });
});

describe('a sign-out', () => {
  it('ends the session at once, and cancels a link', async () => {
    const { access, getState, request, signOut, tools } = signedIn();
    const session = access();
    const link = request('link');
    const logOut = signOut();
    expect(getState()).toEqual({ ...UNKNOWN, status: 'signed-out' });
    expect(logOut).toHaveBeenCalledWith(session);
    expect(tools.cancelWallets).toHaveBeenCalled();
    await expect(link.promise).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('that did not reach the server can be repeated, also after a cancelled sign-in', () => {
    const { access, fail, request, send, signOut } = signedIn();
    const session = access();
    signOut();
    send({ type: 'fault', error: NETWORK });
    fail('failed', request('signIn'), null);
    expect(signOut()).toHaveBeenCalledWith(session);
    send({ type: 'left', of: session });
    expect(signOut()).toHaveBeenCalledWith(undefined);
  });

  it('wins over everything that arrives later', () => {
    const { access, fail, find, getState, request, send, signOut } = signedIn();
    const session = access();
    const link = request('link');
    signOut();
    find(link);
    fail('failed', link);
    send({ type: 'proven', of: link, answer: answerOf('u_2') });
    send({ type: 'renewed', of: session });
    send({ type: 'ended', of: session, error: NETWORK });
    expect(getState()).toEqual({ ...UNKNOWN, status: 'signed-out' });
  });
});

describe('a late event', () => {
  it('of a run that a sign-out cancelled does not end the next one', () => {
    const { fail, find, name, request, signOut } = signedOut();
    const late = request('signIn');
    signOut();
    request('signIn');
    find(late);
    fail('failed', late);
    expect(name()).toBe('signing-in');
  });

  it('of a session that was left does not end the next one', () => {
    const { access, find, getState, request, send, signOut } = signedIn();
    const late = access();
    signOut();
    find(request('signIn'), 'u_2');
    send({ type: 'ended', of: late, error: NETWORK });
    send({ type: 'renewed', of: late });
    expect(getState()).toMatchObject({ status: 'signed-in', user: { sub: 'u_2' }, error: null });
  });
});

describe('another tab', () => {
  it('that signs out ends this session, without an error', () => {
    const { fail, getState, request } = signedIn();
    const check = request('change');
    expect(getState().status).toBe('signed-in');
    fail('none', check);
    expect(getState()).toEqual({ ...UNKNOWN, status: 'signed-out' });
  });

  it('causes look-ups until the server answers', () => {
    const { fail, find, getState, request, started } = signedIn();
    fail('offline', request('change'));
    expect(getState()).toMatchObject({ status: 'signed-in', error: NETWORK });
    const again = request('look');
    expect(started.at(-1)).toBe(again);
    find(again, 'u_2');
    expect(getState()).toMatchObject({ user: { sub: 'u_2' }, error: null });
  });
});

describe('the state', () => {
  it('is a new object only if a field has changed', () => {
    const { getState, request, sent, show } = signedOut();
    show.mockClear();
    sent.mockClear();
    const before = getState();
    const run = request('signIn');
    expect(show).toHaveBeenCalledTimes(1);
    request('signIn');
    request('look');
    expect(show).toHaveBeenCalledTimes(1);
    // Ignored events are not reported: `look` is one.
    expect(sent).toHaveBeenCalledTimes(2);
    expect(getState()).not.toBe(before);
    run.reject(NETWORK);
  });

  it('has the data of a renewed session', () => {
    const { access, getState, send, show } = signedIn();
    show.mockClear();
    const session = access() as { current: SignedIn };
    session.current = answerOf('u_2');
    send({ type: 'renewed', of: session as Access });
    expect(getState().user?.sub).toBe('u_2');
    expect(show).toHaveBeenCalledTimes(1);
  });
});
