import { expect, test } from './test.ts';
import type { Request, Wallet } from './wallet.ts';

/** Waits for the request with this number, and checks that no more requests exist. */
async function request(wallet: Wallet, number: number): Promise<Request> {
  await expect.poll(() => wallet.requests.length).toBeGreaterThanOrEqual(number);
  expect(wallet.requests).toHaveLength(number);
  return wallet.requests[number - 1] as Request;
}

test('interrupted streams continue from the last event', async ({ bridge, pair }) => {
  const { app, wallet } = pair;
  const first = app.ask('1');
  await request(wallet, 1);
  const caughtUp = wallet.caughtUp;
  bridge.wire.cut();
  await expect.poll(() => wallet.caughtUp).toBeGreaterThan(caughtUp);
  app.reopen();
  await wallet.answer(await request(wallet, 1), 'after the cut');
  expect((await first.answer).boc).toBe('after the cut');
  const second = app.ask('2');
  await wallet.answer(await request(wallet, 2), 'as before');
  expect((await second.answer).boc).toBe('as before');
});

test('messages for a hidden tab arrive when it is shown', async ({ bridge, pair }) => {
  const { app, wallet } = pair;
  const asked = [app.ask('1')];
  await asked[0]?.sent;
  asked.push(app.ask('2'));
  await expect.poll(() => wallet.requests.length).toBe(2);
  app.hide();
  await expect.poll(() => bridge.metric('prichal_streams')).toBe(1);
  const given = bridge.wire.messages;
  for (const waiting of wallet.requests) await wallet.answer(waiting, `for ${waiting.id}`);
  expect(bridge.wire.messages, 'nobody listens').toBe(given);
  app.show();
  const answers = await Promise.all(asked.map(({ answer }) => answer));
  expect(answers.map(({ boc }) => boc)).toEqual(wallet.requests.map(({ id }) => `for ${id}`));
  expect(bridge.wire.messages, 'each once').toBe(given + 2);
});

for (const how of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a pending request survives ${how}`, async ({ bridge, pair }) => {
    const { app, wallet } = pair;
    wallet.sleep();
    await expect.poll(() => bridge.metric('prichal_streams')).toBe(1);
    const asked = app.ask('1');
    await asked.sent;
    expect(await bridge.stop(how)).toBe(how === 'SIGTERM' ? 0 : null);
    await bridge.startAgain();
    app.reopen();
    wallet.listen();
    await wallet.answer(await request(wallet, 1), 'after it');
    expect((await asked.answer).boc).toBe('after it');
  });

  test(`both clients reconnect after ${how}`, async ({ bridge, pair }) => {
    const { app, wallet } = pair;
    const first = app.ask('1');
    await request(wallet, 1);
    const caughtUp = wallet.caughtUp;
    await bridge.stop(how);
    // Retries until the server is back.
    const said = wallet.answer(await request(wallet, 1), 'first');
    app.reopen();
    await bridge.startAgain();
    await said;
    expect((await first.answer).boc).toBe('first');
    await expect.poll(() => wallet.caughtUp).toBeGreaterThan(caughtUp);
    const second = app.ask('2');
    await wallet.answer(await request(wallet, 2), 'second');
    expect((await second.answer).boc).toBe('second');
    expect(wallet.eventIds[1], 'ids grow over it').toBeGreaterThan(wallet.eventIds[0] ?? 0);
  });
}
