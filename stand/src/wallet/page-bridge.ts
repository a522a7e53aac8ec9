import type { ConnectEvent } from '@tonconnect/protocol';
import { abilitiesOf } from './abilities';
import { connectError, connectEvent, deviceInfo, PROTOCOL_VERSION } from './answers';
import { readConnectRequest } from './connect-request';
import type { Context } from './context';
import { CODE } from './error-codes';
import { domainOf, fetchManifest } from './manifest';
import { type Answer, readCall, readRequest, refusal } from './rpc';
import { type InjectedSession, nextEventId } from './session';
import { accountFor, withoutSession, withSession } from './state';

/** The wallet as pages see it that have it injected; an app is known by its origin. */
export type PageBridge = {
  connect(origin: string, version: number, request: unknown): Promise<ConnectEvent>;
  restore(origin: string): Promise<ConnectEvent>;
  send(origin: string, message: unknown): Promise<Answer>;
  disconnect(origin: string): Promise<void>;
  session(origin: string): InjectedSession | null;
  /** The page has gone: its open requests go with it. */
  leave(origin: string): void;
};

export function createPageBridge(context: Context): PageBridge {
  const { store, page, journal, traffic } = context;
  const session = (origin: string): InjectedSession | null =>
    store
      .get()
      .sessions.find(
        (each): each is InjectedSession => each.kind === 'injected' && each.origin === origin,
      ) ?? null;
  const error = (code: number, message: string) =>
    connectError(nextEventId(0, context.now()), code, message);

  /** Notes what a page says and what it gets; `name` is known once its manifest is. */
  const heard = (app: string, message: unknown) =>
    traffic.add({ direction: 'to wallet', app, via: 'extension', message, note: null });
  const told = <T>(app: string, message: T): T => {
    traffic.add({ direction: 'to app', app, via: 'extension', message, note: null });
    return message;
  };
  const isMute = () => store.get().conduct.answer === 'never';

  return {
    session,
    leave: (origin) => page.drop(origin),

    async connect(origin, version, request) {
      if (version > PROTOCOL_VERSION)
        return error(CODE.badRequest, `Version ${version} of TON Connect is not spoken here`);
      const wanted = readConnectRequest(request);
      if ('problem' in wanted) return error(CODE.badRequest, wanted.problem);
      const app = await fetchManifest(wanted.manifestUrl, context.fetch);
      if ('code' in app) return error(app.code, app.message);
      heard(app.name, request);
      if (isMute()) return new Promise(() => undefined);
      const via = { origin };
      const event = await page.ask<ConnectEvent>({
        kind: 'connect',
        id: context.newId(),
        at: context.now(),
        app,
        wanted,
        played: null,
        via,
      });
      return told(app.name, event);
    },

    async restore(origin) {
      const known = session(origin);
      if (!known) return error(CODE.unknownApp, 'This app is not connected');
      const state = store.get();
      const account = accountFor(state, known);
      const device = deviceInfo(known.version, known.played, state.conduct.features);
      const now = context.now();
      const id = nextEventId(known.lastEvent, now);
      await store.change((before) => withSession(before, known, { lastEvent: id }));
      return connectEvent(account, device, {
        id,
        domain: domainOf(known.manifest),
        now,
        wanted: null,
      });
    },

    async send(origin, message) {
      const call = readCall(message);
      if (!call) return refusal('', CODE.badRequest, 'Bad request: no id');
      const known = session(origin);
      if (!known) return refusal(call.id, CODE.unknownApp, 'This app is not connected');
      const state = store.get();
      heard(known.manifest.name, call);
      const read = readRequest(
        call,
        accountFor(state, known),
        Math.floor(context.now() / 1000),
        abilitiesOf(known.version, known.played, state.conduct.features),
      );
      if (read.kind === 'refused') return told(known.manifest.name, read.answer);
      if (read.kind === 'disconnect') {
        await this.disconnect(origin);
        return { id: call.id, result: {} };
      }
      if (isMute()) return new Promise(() => undefined);
      const answer = await page.ask<Answer>({
        kind: 'call',
        id: context.newId(),
        at: context.now(),
        app: known.manifest,
        session: known.id,
        call,
      });
      return told(known.manifest.name, answer);
    },

    async disconnect(origin) {
      const known = session(origin);
      if (!known) return;
      await store.change((state) => withoutSession(state, known.id));
      journal.add('done', `${known.manifest.name} disconnected`);
    },
  };
}
