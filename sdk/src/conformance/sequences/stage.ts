import { SESSION_KEY } from '../../session/connection-storage.js';
import type { Call, RequestCall } from './calls.js';
import { type Link, Model } from './model.js';
import type { Random } from './random.js';
import type { ScriptedStream } from './scripted-bridge.js';
import { type Connector, type ConnectorClass, World } from './world.js';

/** A request to the extension that has no answer yet. */
export type Ask = {
  /** Another wallet has been connected since. */
  isDeclined: boolean;
};

/** A connect request that can be aborted, and the link of the model that it made. */
export type ConnectCall = { abort: AbortController; link: Link };

/** One page with a connector, as far as a reload ends it. */
export class PageState {
  requests: RequestCall[] = [];
  /** Addresses that the status listener has received. */
  statuses: (string | null)[] = [];
  errors = 0;
  unreached: readonly string[] = [];
  /** Whether the streams are certainly paused. */
  isPaused = false;
  calls: Call[] = [];
  connects: ConnectCall[] = [];
  asks: Ask[] = [];
  newestAsk: Ask | null = null;
  readonly connector: Connector;
  /** The stored connection that the page has found and not restored. */
  leftover: string | null;

  constructor(connector: Connector, leftover: string | null) {
    this.connector = connector;
    this.leftover = leftover;
    connector.onStatusChange(
      (wallet) => this.statuses.push(wallet?.account.address ?? null),
      () => {
        this.errors += 1;
      },
    );
    connector.onUnreachedBridges?.((bridges) => {
      this.unreached = bridges;
    });
  }
}

export type StageOptions = {
  random: Random;
  /** How long each access to the storage takes, in ms. */
  storageMs: number;
};

/** The stage of a sequence: the world, the model, and the open page. */
export class Stage {
  readonly world: World;
  readonly model = new Model();
  page: PageState;
  /** Client IDs of connect requests over bridges, oldest first. */
  readonly links: string[] = [];
  /** Deadline for the notification of a wallet about a disconnection, Unix time in ms. */
  farewellUntil = 0;
  /** Client ID of a session whose wallet must be notified of the end when everything has settled. */
  goodbye: string | null = null;
  /**
   * True if the storage takes time. Then two bridges that deliver at once could be handled in either
   * order, so that requests go to one bridge only.
   */
  readonly isSlow: boolean;
  /** Counts the calls that cancel a restoration. */
  call = 0;
  /** Whether a request was posted after the end of its session. */
  isLate = false;
  /** When the last message was dispatched, Unix time in ms. The page may not have handled it yet. */
  dispatchedAt = 0;
  /** Changes of the model at the end of the current task. */
  readonly later: (() => void)[] = [];

  constructor(Connector: ConnectorClass, { random, storageMs }: StageOptions) {
    this.isSlow = storageMs > 0;
    this.world = new World({
      Connector,
      random,
      storageMs,
      onDispatch: (stream: ScriptedStream, event) => {
        this.dispatchedAt = this.world.clock.now;
        this.model.deliver(stream, event);
      },
      onPost: (clientId, topic) => {
        if (topic !== 'disconnect' && this.model.ended.has(clientId)) this.isLate = true;
      },
    });
    this.world.install();
    this.page = this.load();
  }

  /** Loads the page. */
  load(): PageState {
    const leftover = this.world.items.get(SESSION_KEY) ?? null;
    this.page = new PageState(this.world.load(), leftover);
    return this.page;
  }
}
