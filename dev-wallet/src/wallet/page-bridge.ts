import { abilitiesOf } from '../protocol/abilities.ts';
import {
  type ConnectEvent,
  connectError,
  connectEvent,
  deviceInfo,
  PROTOCOL_VERSION,
} from '../protocol/answers.ts';
import { readConnectRequest } from '../protocol/connect-request.ts';
import { CODE } from '../protocol/error-codes.ts';
import { domainOf } from '../protocol/manifest.ts';
import { type Answer, paramOf, readCall, readRequest, refusal } from '../protocol/rpc.ts';
import { type InjectedSession, nextEventId } from '../protocol/session.ts';
import { behaviourOnce, type Context } from './context.ts';
import { accountFor, withoutSession, withSession } from './state.ts';

/** The wallet for pages in which it is injected. Apps are identified by origin. */
export type PageBridge = {
  connect(origin: string, version: number, request: unknown): Promise<ConnectEvent>;
  restore(origin: string): Promise<ConnectEvent>;
  send(origin: string, message: unknown): Promise<Answer>;
  disconnect(origin: string): Promise<void>;
  session(origin: string): InjectedSession | null;
  /** Drops the open requests of a page that has unloaded. */
  leave(origin: string): void;
};

export function createPageBridge(context: Context): PageBridge {
  const { store, page, journal, traffic, requests } = context;
  const session = (origin: string): InjectedSession | null =>
    store
      .get()
      .sessions.find(
        (each): each is InjectedSession => each.kind === 'injected' && each.origin === origin,
      ) ?? null;
  const error = (code: number, message: string) =>
    connectError(nextEventId(0, context.now()), code, message);

  /** Logs a page's message, or one to it. `name` is set once its manifest has loaded. */
  const logReceived = (app: string, message: unknown) =>
    traffic.add({ direction: 'to wallet', app, via: 'extension', message, note: null });
  const logSent = <T>(app: string, message: T): T => {
    traffic.add({ direction: 'to app', app, via: 'extension', message, note: null });
    return message;
  };

  return {
    session,
    leave(origin) {
      for (const id of page.drop(origin)) requests.leave(id);
    },

    async connect(origin, version, request) {
      if (version > PROTOCOL_VERSION)
        return error(CODE.badRequest, `Version ${version} of TON Connect is not spoken here`);
      const connectRequest = readConnectRequest(request);
      const id = context.newId();
      const at = context.now();
      const asked = { id, at, method: 'connect', via: 'extension', params: request } as const;
      const refuse = (code: number, message: string) => {
        const event = error(code, message);
        requests.add({ ...asked, app: null });
        requests.settle(id, event);
        return event;
      };
      if ('problem' in connectRequest) return refuse(CODE.badRequest, connectRequest.problem);
      const app = await context.manifestAt(connectRequest.manifestUrl);
      if ('code' in app) return refuse(app.code, app.message);
      logReceived(app.name, request);
      requests.add({ ...asked, app });
      const once = behaviourOnce(context, 'connect');
      if ((once.behaviour ?? store.get().behaviour).answer === 'never') {
        requests.leave(id);
        return new Promise(() => undefined);
      }
      const via = { origin };
      const event = await page.ask<ConnectEvent>({
        kind: 'connect',
        id,
        at,
        app,
        wanted: connectRequest,
        played: null,
        via,
        ...once,
      });
      return logSent(app.name, event);
    },

    async restore(origin) {
      const current = session(origin);
      if (!current) return error(CODE.unknownApp, 'This app is not connected');
      const state = store.get();
      const account = accountFor(state, current);
      const device = deviceInfo(
        context.identity,
        current.version,
        current.played,
        state.behaviour.features,
      );
      const now = context.now();
      const id = nextEventId(current.lastEvent, now);
      await store.change((before) => withSession(before, current, { lastEvent: id }));
      return connectEvent(account, device, {
        id,
        domain: domainOf(current.manifest),
        now,
        wanted: null,
      });
    },

    async send(origin, message) {
      const call = readCall(message);
      if (!call) return refusal('', CODE.badRequest, 'Bad request: no id');
      const current = session(origin);
      if (!current) return refusal(call.id, CODE.unknownApp, 'This app is not connected');
      const state = store.get();
      logReceived(current.manifest.name, call);
      const id = context.newId();
      const at = context.now();
      const { manifest: app } = current;
      requests.add({ id, at, method: call.method, app, via: 'extension', params: paramOf(call) });
      const once = behaviourOnce(context, call.method);
      const behaviour = once.behaviour ?? state.behaviour;
      const read = readRequest(
        call,
        accountFor(state, current),
        Math.floor(at / 1000),
        abilitiesOf(current.version, current.played, behaviour.features),
      );
      if (read.kind === 'refused') {
        requests.settle(id, read.answer);
        return logSent(app.name, read.answer);
      }
      if (read.kind === 'disconnect') {
        const answer = { id: call.id, result: {} };
        requests.settle(id, answer);
        await this.disconnect(origin);
        return answer;
      }
      if (behaviour.answer === 'never') {
        requests.leave(id);
        return new Promise(() => undefined);
      }
      const answer = await page.ask<Answer>({
        kind: 'call',
        id,
        at,
        app,
        session: current.id,
        call,
        ...once,
      });
      return logSent(app.name, answer);
    },

    async disconnect(origin) {
      const current = session(origin);
      if (!current) return;
      await store.change((state) => withoutSession(state, current.id));
      journal.add('done', `${current.manifest.name} disconnected`);
    },
  };
}
