import { expect, test } from './test.ts';
import type { Request, Wallet } from './wallet.ts';

const REPEATED = 'prichal_bridge_messages_repeated_total';

/** Amounts of the wallet's requests, in order. A duplicate is listed twice. */
const amounts = ({ requests }: Wallet) =>
  requests.map(({ params }) => JSON.parse(String(params[0])).messages[0].amount);

// The SDK resends a message five seconds after a failure, so the tests are slow.
test.beforeEach(() => test.slow());

test('a message with a lost response is resent and delivered once', async ({
  bridge,
  pair: { app, wallet },
}) => {
  const lost = bridge.wire.loseNextAnswer();
  const first = app.ask('1');
  await lost;
  await expect.poll(() => amounts(wallet)).toEqual(['1']);
  await first.sent;
  expect(await bridge.metric(REPEATED)).toBe(1);
  await wallet.answer(wallet.requests[0] as Request, 'boc');
  expect((await first.answer).boc).toBe('boc');
  // A duplicate would have arrived before this request.
  await app.ask('2').sent;
  await expect.poll(() => amounts(wallet)).toEqual(['1', '2']);
});

test('a message with a lost response is delivered once if the server is killed before the resend', async ({
  bridge,
  pair: { app, wallet },
}) => {
  wallet.sleep();
  const lost = bridge.wire.loseNextAnswer();
  const first = app.ask('1');
  await lost;
  await bridge.stop('SIGKILL');
  await bridge.startAgain();
  await first.sent;
  expect(await bridge.metric(REPEATED)).toBe(1);
  await app.ask('2').sent;
  wallet.listen();
  await expect.poll(() => amounts(wallet)).toEqual(['1', '2']);
});

test('a message that a killed server never received is resent and delivered once', async ({
  bridge,
  pair: { app, wallet },
}) => {
  const lost = bridge.wire.loseNextPost();
  const first = app.ask('1');
  await lost;
  await bridge.stop('SIGKILL');
  bridge.wire.cut();
  await bridge.startAgain();
  await first.sent;
  expect(await bridge.metric(REPEATED)).toBe(0);
  await app.ask('2').sent;
  await expect.poll(() => amounts(wallet)).toEqual(['1', '2']);
});

test('a resent message of a wallet reaches the app once', async ({
  bridge,
  pair: { app, wallet },
}) => {
  const asked = app.ask('1');
  await asked.sent;
  await expect.poll(() => wallet.requests.length).toBe(1);
  const given = bridge.wire.messages;
  const lost = bridge.wire.loseNextAnswer();
  const said = wallet.answer(wallet.requests[0] as Request, 'boc');
  await lost;
  await said;
  expect((await asked.answer).boc).toBe('boc');
  expect(await bridge.metric(REPEATED)).toBe(1);
  await wallet.say({ event: 'disconnect', payload: {} });
  await expect.poll(() => app.connector.connected).toBe(false);
  expect(bridge.wire.messages, 'the answer and the farewell').toBe(given + 2);
});
