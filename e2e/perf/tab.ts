import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';
import { launch } from 'chrome-launcher';
import { wholeChromiumLaunch } from '../fixtures/chromium.ts';

/** Assumed slowdown of a user's device, compared with this machine. */
export const CPU_SLOWDOWN = 4;
/** Time for which the browser is busy opening a tab and closing the previous one, in ms. */
const SETTLING = 1500;

/** Description of a screen for a tab. */
export interface Screen {
  width: number;
  height: number;
  deviceScaleFactor: number;
  mobile: boolean;
  userAgent?: string;
}

/** The part of a DevTools session that is used. */
export type TabSession = Pick<CDPSession, 'send' | 'on'>;

/** A tab with its own profile, on a slow CPU. */
export interface Tab {
  session: TabSession;
  close(): Promise<void>;
}

export interface Chromium {
  openTab(screen: Screen): Promise<Tab>;
  stop(): void;
}

/**
 * Starts Chromium without a debugger in its pages. Playwright and Puppeteer enable one
 * (`Runtime.enable`). The engine then looks up the line of every `Error` when it is made, for which
 * it parses the whole script again. React makes one at its start, so every page with React would
 * take a fifth longer than for a user. In addition, their polling runs scripts in the page just
 * before it paints.
 */
export async function startChromium(): Promise<Chromium> {
  const chromium = await launch({
    chromePath: wholeChromiumLaunch.executablePath,
    chromeFlags: ['--headless=new', '--hide-scrollbars', ...wholeChromiumLaunch.args],
    logLevel: 'error',
  });
  const line = await openLine(chromium.port);
  return {
    async openTab({ userAgent, ...metrics }) {
      const { browserContextId } = await line.send('Target.createBrowserContext', {});
      const blank = { url: 'about:blank', browserContextId };
      const { targetId } = await line.send('Target.createTarget', blank);
      const { sessionId } = await line.send('Target.attachToTarget', { targetId, flatten: true });
      const session = line.sessionOf(String(sessionId));
      await session.send('Page.enable');
      await session.send('Emulation.setDeviceMetricsOverride', metrics);
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: metrics.mobile });
      if (userAgent) await session.send('Emulation.setUserAgentOverride', { userAgent });
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      await pause(SETTLING);
      return {
        session,
        close: async () =>
          void (await line.send('Target.disposeBrowserContext', { browserContextId })),
      };
    },
    stop() {
      line.close();
      chromium.kill();
    },
  };
}

type Fields = Record<string, unknown>;

/** A message of the protocol. An answer has an `id`, an event has a `method`. */
interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Fields;
  result?: Fields;
  error?: { message: string };
}

/** Opens the browser's socket, which all its tabs share. */
async function openLine(port: number) {
  const version = await fetch(`http://127.0.0.1:${port}/json/version`);
  const { webSocketDebuggerUrl } = (await version.json()) as { webSocketDebuggerUrl: string };
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened);
    socket.addEventListener('error', failed);
  });
  const answered = new Map<number, (message: Message) => void>();
  const heard = new Map<string, (fields: Fields) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data));
    answered.get(message.id ?? 0)?.(message);
    heard.get(`${message.sessionId} ${message.method}`)?.(message.params ?? {});
  });
  let last = 0;
  const send = (method: string, params: Fields = {}, sessionId?: string): Promise<Fields> =>
    new Promise((resolve, reject) => {
      last += 1;
      const id = last;
      answered.set(id, ({ result = {}, error }) => {
        answered.delete(id);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  return {
    send,
    /**
     * Returns a tab's session, with one listener per event. It has the type of Playwright's, which
     * knows every command and its answer.
     */
    sessionOf: (sessionId: string): TabSession =>
      ({
        send: (method: string, params?: Fields) => send(method, params, sessionId),
        on: (event: string, listener: (fields: Fields) => void) =>
          void heard.set(`${sessionId} ${event}`, listener),
      }) as unknown as TabSession,
    close: () => socket.close(),
  };
}
