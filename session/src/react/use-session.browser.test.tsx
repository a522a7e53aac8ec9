import { TonConnectButton, TonConnectUI, TonConnectUIProvider } from '@prichal/connect';
import { watchPage } from '@prichal/connect/test/left-behind.ts';
import { renderWidget } from '@prichal/connect/test/render-widget.tsx';
import { scriptedConnector, walletOf } from '@prichal/connect/test/scripted-connector.ts';
import { until } from '@prichal/connect/test/until.ts';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Session } from '../session.js';
import { byInitData } from '../testing/begun-session.js';
import { signInServer } from '../testing/sign-in-server.js';
import { proofOf } from '../testing/wallet-source.js';
import { type UseSessionResult, useSession } from './use-session.js';

const button = () => page.getByRole('button', { name: 'Connect wallet' });
const said = (name: string) => page.getByLabelText(name);

/** The last result that a component has received. */
const seen = new Map<string, UseSessionResult>();
function Visitor({ name, session }: { name: string; session?: Session }) {
  const result = useSession(session);
  seen.set(name, result);
  return (
    <output aria-label={name}>
      {result.status} {result.user?.sub} {result.error?.code}
    </output>
  );
}

let server: ReturnType<typeof signInServer>;
beforeEach(async () => {
  // On a phone, no request is sent before a wallet is picked.
  await page.viewport(1280, 800);
  localStorage.clear();
  server = signInServer();
});

const connected = (payload: string) => ({
  ...walletOf('alpha'),
  connectItems: { tonProof: proofOf(payload) },
});

describe('useSession', () => {
  it('signs in a user who connects with the button, and updates every component', async () => {
    const { connector } = await renderWidget({
      children: (
        <>
          <TonConnectButton />
          <Visitor name="one" />
          <Visitor name="other" />
        </>
      ),
    });
    await expect.element(said('one')).toHaveTextContent('signed-out');
    await button().click();
    await until(() => connector.connects.length > 0);
    const payload = connector.connects.at(-1)?.tonProof;
    expect(payload).toMatch(/^challenge-/);
    connector.answer(connected(String(payload)));
    await expect.element(said('one')).toHaveTextContent('signed-in u_1');
    await expect.element(said('other')).toHaveTextContent('signed-in u_1');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(server.to('/auth/ton')).toHaveLength(1);
    expect(server.to('/auth/ton/challenge')).toHaveLength(1);
  });

  it('returns stable functions for effects', async () => {
    const { rerender } = await renderWidget({ children: <Visitor name="one" /> });
    await expect.element(said('one')).toHaveTextContent('signed-out');
    const before = seen.get('one');
    await rerender({ children: <Visitor name="one" />, language: 'ru' });
    const after = seen.get('one');
    for (const name of ['signIn', 'signOut', 'link', 'fetch'] as const) {
      expect(after?.[name]).toBe(before?.[name]);
    }
  });

  it('opens the sheet with signIn(), and closes it with signOut()', async () => {
    await renderWidget({ children: <Visitor name="one" /> });
    await expect.element(said('one')).toHaveTextContent('signed-out');
    const signing = seen.get('one')?.signIn();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expect.element(said('one')).toHaveTextContent('signing-in');
    await seen.get('one')?.signOut();
    await expect(signing).rejects.toMatchObject({ code: 'cancelled' });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(said('one')).toHaveTextContent('signed-out');
  });

  it('ends the sign-in when the user closes the sheet', async () => {
    await renderWidget({ children: <Visitor name="one" /> });
    await expect.element(said('one')).toHaveTextContent('signed-out');
    const signing = seen.get('one')?.signIn();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await expect(signing).rejects.toMatchObject({ code: 'cancelled' });
    await expect.element(said('one')).toHaveTextContent('signed-out');
  });

  it('shares a session that the app has created', async () => {
    const session = new Session({ dpop: false, telegram: byInitData });
    await renderWidget({
      children: (
        <>
          <Visitor name="one" session={session} />
          <Visitor name="other" session={session} />
        </>
      ),
    });
    await expect.element(said('other')).toHaveTextContent('signed-in u_1');
    expect((await session.fetch('/api/me')).status).toBe(200);
    expect(server.to('/auth/telegram')).toHaveLength(1);
  });

  it('works without a widget, for users of Telegram only', async () => {
    const session = new Session({ dpop: false, telegram: byInitData });
    await render(
      <StrictMode>
        <Visitor name="one" session={session} />
      </StrictMode>,
    );
    await expect.element(said('one')).toHaveTextContent('signed-in u_1');
  });

  it('removes its listeners when it unmounts, and the widget connects as before', async () => {
    const watched = watchPage();
    const connector = scriptedConnector();
    const { screen, rerender } = await renderWidget({
      connector,
      children: (
        <>
          <TonConnectButton />
          <Visitor name="one" />
        </>
      ),
    });
    await expect.element(said('one')).toHaveTextContent('signed-out');
    await rerender({ children: <TonConnectButton /> });
    await button().click();
    await until(() => connector.connects.length > 0);
    expect(connector.connects.at(-1)?.tonProof).toBe(undefined);
    await screen.unmount();
    // The renderer and React keep their own listeners.
    const left = () => watched.left().filter((what) => /^(window|media|interval)/.test(what));
    await expect.poll(left).toEqual([]);
    watched.stop();
  });

  it('is unknown on a server', () => {
    const html = renderToString(
      <TonConnectUIProvider manifestUrl="https://app.example/m.json">
        <Visitor name="one" />
      </TonConnectUIProvider>,
    );
    expect(html).toMatch(/<output aria-label="one">unknown/);
  });
});

describe('Session with the class', () => {
  it('signs in a user who connects, as with the provider', async () => {
    const connector = scriptedConnector();
    const ui = new TonConnectUI({ connector });
    const session = new Session({ dpop: false });
    const stop = session.start(ui);
    const signing = session.signIn();
    await until(() => connector.connects.length > 0);
    connector.answer(connected(String(connector.connects.at(-1)?.tonProof)));
    expect(await signing).toMatchObject({ sub: 'u_1' });
    await ui.disconnect();
    await until(() => session.getState().status === 'signed-out');
    stop();
    ui.destroy();
  });
});
