import { SESSION_KEY } from '../../session/connection-storage.js';
import { playAppStep, restore } from './app-steps.js';
import { Call } from './calls.js';
import { checkClosed, checkLink, checkRequests, checkStored, checkWarnings } from './checks.js';
import { Stage, type StageOptions } from './stage.js';
import type { Step } from './steps.js';
import type { ConnectorClass } from './world.js';
import { answerAll, healWorld, playWorldStep } from './world-steps.js';

/** Steps whose order with others in the same task is not defined. */
const LONERS: readonly Step['does'][] = [
  'decide',
  'restore',
  'answer-extension',
  'leave-extension',
  'abort',
  'reload',
];

/** A short time, in ms, shorter than an access to a slow storage. */
const SOON_MS = 3;

/** Time without steps before the end is checked, in ms. Longer than any pause. */
const HEALING_MS = 90_000;

/** Plays one sequence against a connector, and compares it with the model after each step. */
export class Player {
  readonly #stage: Stage;
  readonly #rejections: unknown[];
  readonly #settleMs: number;

  /** `rejections` receives the unhandled rejections of the process. */
  constructor(Connector: ConnectorClass, options: StageOptions & { rejections: unknown[] }) {
    this.#rejections = options.rejections;
    this.#settleMs = 40 + 100 * options.storageMs;
    this.#stage = new Stage(Connector, options);
  }

  /** Plays all steps and checks the end. Returns the first problem, or null. */
  async play(steps: readonly Step[]): Promise<string | null> {
    let isRushed = false;
    try {
      for (const [index, step] of steps.entries()) {
        const mustSettle = isRushed && LONERS.includes(step.does);
        isRushed = step.next !== undefined;
        const problem =
          (mustSettle ? await this.#settle() : null) ??
          playAppStep(this.#stage, step) ??
          playWorldStep(this.#stage, step) ??
          (step.does === 'reload' ? await this.#reload(step) : null) ??
          (step.next === 'now' ? null : await this.#continue(step));
        if (problem) return `step ${index + 1} (${step.does}): ${problem}`;
      }
      const problem = (await this.#settle()) ?? (await this.#end());
      return problem && `end: ${problem}`;
    } finally {
      this.#stage.world.unload();
      this.#stage.world.uninstall();
    }
  }

  async #reload({ closes, restores }: Extract<Step, { does: 'reload' }>): Promise<string | null> {
    this.#stage.goodbye = null;
    const problem = await this.#unload(closes);
    this.#stage.load();
    return problem ?? (restores ? restore(this.#stage) : null);
  }

  /** Ends the page. Returns the problem that `close` has left, or null. */
  async #unload(closes: boolean): Promise<string | null> {
    const { connector } = this.#stage.page;
    let problem: string | null = null;
    if (closes && connector.close) {
      const stored = this.#stage.world.items.get(SESSION_KEY);
      connector.close();
      await this.#stage.world.clock.advance(0);
      problem = checkClosed(this.#stage, stored);
    }
    await this.#stage.world.clock.advance(0);
    this.#stage.world.unload();
    this.#stage.model.unload();
    return problem;
  }

  /** Waits after a step, and checks everything unless the next one follows before it has settled. */
  async #continue(step: Step): Promise<string | null> {
    if (step.next === 'soon' && this.#stage.later.length === 0) {
      await this.#stage.world.clock.advance(SOON_MS);
      // While a message is being handled, the order of the two is undefined.
      if (!this.#isHandling) return null;
    }
    return this.#settle(step.does === 'wait' ? step.ms : 0);
  }

  async #settle(ms = 0): Promise<string | null> {
    const { goodbye, model, page } = this.#stage;
    for (const apply of this.#stage.later.splice(0)) apply();
    await this.#stage.world.clock.advance(this.#settleMs + ms);
    while (this.#isHandling) await this.#stage.world.clock.advance(this.#settleMs);
    if (model.isConnected && page.newestAsk) page.newestAsk.isDeclined = true;
    const [rejection] = this.#rejections.splice(0);
    if (rejection !== undefined) return `unhandled rejection: ${String(rejection)}`;
    this.#stage.goodbye = null;
    if (goodbye && !this.#stage.world.wallets.some(({ farewells }) => farewells.has(goodbye))) {
      return 'the wallet was not told of the disconnection';
    }
    if (this.#stage.isLate) return 'a request was posted after the end of its session';
    return (
      checkLink(this.#stage) ??
      checkRequests(this.#stage) ??
      checkStored(this.#stage) ??
      checkWarnings(this.#stage)
    );
  }

  get #isHandling(): boolean {
    return this.#stage.world.clock.now - this.#stage.dispatchedAt < this.#settleMs;
  }

  /** Ends all faults, lets wallets answer all open requests, and checks that nothing remains. */
  async #end(): Promise<string | null> {
    healWorld(this.#stage);
    const problem =
      (await this.#settle(HEALING_MS)) ?? answerAll(this.#stage) ?? (await this.#settle(1_000));
    if (problem) return problem;
    const { page, model } = this.#stage;
    const open = page.requests.find(
      ({ call, model: of }) => of?.outcome !== 'any' && call.state === 'open',
    );
    if (open) return `request ${open.model?.id} has not settled`;
    if (page.calls.some(({ state }) => state === 'open')) return 'a call has not settled';
    if (page.unreached.length > 0) return `bridges are unreached: ${page.unreached.join()}`;
    const { address } = model;
    const isLeftover = page.leftover !== null;
    const unloaded = await this.#unload(true);
    if (unloaded || isLeftover) return unloaded;
    this.#stage.load();
    const restored = new Call(this.#stage.page.connector.restoreConnection());
    await this.#stage.world.clock.advance(1_000);
    const now = this.#stage.page.connector.account?.address ?? null;
    if (now !== address) return `after a reload ${now} is connected instead of ${address}`;
    if (restored.state !== 'resolved') return 'the restoration has not resolved';
    return this.#unload(true);
  }
}
