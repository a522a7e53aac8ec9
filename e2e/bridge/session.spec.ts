import { App } from './app.ts';
import { expect, test } from './test.ts';
import { WALLET, Wallet } from './wallet.ts';

test('an approving wallet connects the app', async ({ bridge, connector }) => {
  const app = new App(bridge.url, connector);
  const link = app.connect();
  const wallet = await Wallet.open(link, bridge.url);
  await expect.poll(() => app.connector.account?.chain).toBe('-239');
  expect(app.connector.wallet?.device.appName).toBe(WALLET);
  wallet.sleep();
  app.close();
});

test('a transaction reaches the wallet and its answer returns', async ({ pair }) => {
  const { app, wallet } = pair;
  const { answer } = app.ask('1');
  await expect.poll(() => wallet.requests.map(({ method }) => method)).toEqual(['sendTransaction']);
  const [request] = wallet.requests;
  if (!request) throw new Error('no request');
  expect(JSON.parse(String(request.params[0])).messages[0].amount).toBe('1');
  await wallet.answer(request, 'boc');
  expect((await answer).boc).toBe('boc');
});

test('the wallet is notified when the app ends the session', async ({ pair }) => {
  const { app, wallet } = pair;
  await app.connector.disconnect();
  expect(app.connector.connected).toBe(false);
  await expect.poll(() => wallet.requests.map(({ method }) => method)).toEqual(['disconnect']);
});

test('the app is notified when the wallet ends the session', async ({ pair }) => {
  const { app, wallet } = pair;
  await wallet.say({ event: 'disconnect', payload: {} });
  await expect.poll(() => app.connector.connected).toBe(false);
});
