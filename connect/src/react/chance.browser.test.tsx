import type { WalletInfo } from '@prichal/sdk';
import { UserRejectsError } from '@prichal/sdk';
import { Activity, StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TonConnectUIError } from '../core/errors/base-errors.js';
import { internalsOf } from '../core/internals.js';
import { watchPage } from '../testing/left-behind.js';
import {
  remoteWallet,
  type ScriptedConnector,
  type SeenConnect,
  scriptedConnector,
  walletOf,
} from '../testing/scripted-connector.js';
import { useTonConnectUI } from './hooks.js';
import { TonConnectButton } from './TonConnectButton.js';
import { TonConnectUIProvider } from './TonConnectUIProvider.js';
import type { TonConnectUI } from './ton-connect-ui.js';

/*
 * Random orders of calls, answers, faults and remounts. In each, at most one sheet is open and shows the
 * state, no request is sent without a need, and at the end every promise is settled and nothing is left. A
 * failure prints its seed and its steps. VITE_CHANCE=<seed> starts at a seed, and VITE_CHANCE_RUNS sets the
 * number of runs.
 */

declare global {
  interface ImportMeta {
    readonly env: Record<string, string | undefined>;
  }
}

const FIRST_SEED = Number(import.meta.env.VITE_CHANCE ?? 1000);
const RUNS = Number(import.meta.env.VITE_CHANCE_RUNS ?? 20);
const MOST_STEPS = 14;

/** Chunks that may load late: the texts of the sheet, and the SDK. */
const CHUNKS = ['en', 'TonConnect'] as const;
const lost = vi.hoisted(() => new Set<string>());
const late = vi.hoisted(() => new Map<string, { wait: Promise<void>; release(): void }>());

vi.mock('../core/loading/import-chunk.js', () => ({
  importChunk: async (load: () => Promise<object>, has: string) => {
    await late.get(has)?.wait;
    if (!lost.has(has)) return load();
    throw new TonConnectUIError(`${has} could not be loaded`, { code: 'NOT_LOADED' });
  },
}));

/** Returns a generator of seeded numbers in [0, 1) (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Call = { name: string; settled: boolean };

class World {
  readonly connector: ScriptedConnector;
  readonly calls: Call[] = [];
  /** Requests that have become a connection. They are not aborted. */
  readonly done = new Set<SeenConnect>();
  listeners = 0;
  ui!: TonConnectUI;
  mode: 'visible' | 'hidden' = 'visible';
  #screen: Awaited<ReturnType<typeof render>> | undefined;

  readonly chance: () => number;

  constructor(chance: () => number) {
    this.chance = chance;
    const wallets: WalletInfo[] = ['Anchor', 'Buoy'].map((name) => remoteWallet(name));
    this.connector = scriptedConnector(wallets);
    const listen = this.connector.onStatusChange.bind(this.connector);
    this.connector.onStatusChange = (...callbacks) => {
      this.listeners += 1;
      const stop = listen(...callbacks);
      return () => {
        this.listeners -= 1;
        stop();
      };
    };
  }

  pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.chance() * all.length)] as T;
  }

  track(name: string, promise: Promise<unknown>): void {
    const call = { name, settled: false };
    this.calls.push(call);
    const settle = (): void => {
      call.settled = true;
    };
    promise.then(settle, settle);
  }

  async show(): Promise<void> {
    const Probe = (): null => {
      [this.ui] = useTonConnectUI();
      return null;
    };
    const app = (
      <StrictMode>
        <Activity mode={this.mode}>
          <TonConnectUIProvider connector={this.connector}>
            <TonConnectButton />
            <Probe />
          </TonConnectUIProvider>
        </Activity>
      </StrictMode>
    );
    if (this.#screen) await this.#screen.rerender(app);
    else {
      this.#screen = await render(app);
      this.track('connectionRestored', this.ui.connectionRestored);
    }
  }

  async unmount(): Promise<void> {
    await this.#screen?.unmount();
    this.#screen = undefined;
  }

  get choosing(): 'modal' | 'single' | null {
    if (this.ui.modalState.status === 'opened') return 'modal';
    return this.ui.singleWalletModalState.status === 'opened' ? 'single' : null;
  }
}

const PROOFS = [{ state: 'loading' }, { state: 'ready', value: { tonProof: 'p' } }, null] as const;
const TRANSACTION = { validUntil: 1, messages: [] };
const release = (): void => {
  for (const { release: go } of late.values()) go();
  late.clear();
};

/** The possible steps. */
const STEPS: Record<string, (world: World) => unknown> = {
  open: (world) => world.track('openModal', world.ui.openModal()),
  close: (world) => world.ui.closeModal(),
  connect: (world) => world.track('connectWallet', world.ui.connectWallet()),
  anchor: (world) => world.track('single', world.ui.openSingleWalletModal('Anchor')),
  buoy: (world) => world.track('single', world.ui.openSingleWalletModal('Buoy')),
  nobody: (world) => world.track('single', world.ui.openSingleWalletModal('Nobody')),
  proof: (world) => world.ui.setConnectRequestParameters(world.pick(PROOFS)),
  disconnect: (world) => world.track('disconnect', world.ui.disconnect()),
  send: (world) => world.track('sendTransaction', world.ui.sendTransaction(TRANSACTION)),
  press: () => document.querySelector<HTMLElement>('[data-state][data-label]')?.click(),
  walletConnects(world) {
    for (const request of world.connector.connects) world.done.add(request);
    world.connector.answer(walletOf(world.pick(['anchor', 'buoy'])));
  },
  walletLeaves: (world) => world.connector.answer(null),
  walletRefuses: (world) => world.connector.refuse(new UserRejectsError()),
  walletSigns: (world) => world.connector.requests.at(-1)?.resolve({ boc: '' }),
  walletDeclines: (world) => world.connector.requests.at(-1)?.reject(new UserRejectsError()),
  losesChunk: (world) => lost.add(world.pick(CHUNKS)),
  findsChunks: () => lost.clear(),
  chunksComeLate(world) {
    const chunk = world.pick(CHUNKS);
    if (late.has(chunk)) return;
    let go = (): void => undefined;
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    late.set(chunk, { wait, release: go });
  },
  chunksCome: release,
  networkIsBack: () => window.dispatchEvent(new Event('online')),
  async hides(world) {
    world.mode = 'hidden';
    await world.show();
  },
  async shows(world) {
    world.mode = 'visible';
    await world.show();
  },
  async remounts(world) {
    await world.unmount();
    await checkBetweenSteps(world);
    world.mode = 'visible';
    await world.show();
  },
  async destroyed(world) {
    const { ui } = world;
    await world.unmount();
    ui.destroy();
    world.track('openModal', ui.openModal());
    world.track('connectWallet', ui.connectWallet());
    world.track('sendTransaction', ui.sendTransaction(TRANSACTION));
    await checkBetweenSteps(world);
    world.mode = 'visible';
    await world.show();
  },
  task: () => new Promise((resolve) => setTimeout(resolve)),
  frame: () => new Promise((resolve) => requestAnimationFrame(resolve)),
  frames: () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
};
/** Four of ten steps: most faults happen when two of them meet. */
const OPENINGS = ['open', 'connect', 'anchor', 'anchor', 'buoy', 'buoy'];
/** Two of ten steps: they end an opening before or after its code is loaded. */
const ENDINGS = ['close', 'close', 'chunksCome'];
const OTHERS = Object.keys(STEPS);

function nextStep(world: World): string {
  const share = world.chance();
  return world.pick(share < 0.4 ? OPENINGS : share < 0.6 ? ENDINGS : OTHERS);
}

/** Waits until the condition is true. If it stays false, reports the expected state. */
const comesTrue = (what: string, condition: () => unknown): Promise<unknown> =>
  vi.waitUntil(condition, { timeout: 15_000, interval: 20 }).catch(() => {
    throw new Error(what);
  });

const openDialogs = (): Element[] => [
  ...document.querySelectorAll('dialog[open]:not([data-state="closing"])'),
];

function checkAtOnce({ ui }: World): void {
  const both = ui.modalState.status === 'opened' && ui.singleWalletModalState.status === 'opened';
  if (both) throw new Error('both sheets are open');
}

/**
 * Waits until the page has handled all steps so far. If chunks are late or the proof is pending, there is no
 * code yet.
 */
async function checkBetweenSteps(world: World): Promise<void> {
  await STEPS.frames?.(world);
  await STEPS.task?.(world);
  checkAtOnce(world);
  if (!world.choosing) checkNobodyIsAsked(world);
  else if (late.size === 0 && world.mode === 'visible') await checkSheet(world);
}

/** Checks that a wallet gets a request only while the user chooses one. */
function checkNobodyIsAsked({ connector, done }: World): void {
  const asked = connector.connects.filter(
    (request) => !request.signal.aborted && !done.has(request),
  );
  if (asked.length > 0) throw new Error('nobody is asked for nobody');
}

/** Returns the link in the code of the sheet of all wallets. Null while another opening is pending. */
function codeOfAll({ ui, calls }: World): string | null {
  const opening = calls.some(({ name, settled }) => !settled && /openModal|single/.test(name));
  if (opening || ui.modalState.status !== 'opened') return null;
  return internalsOf(ui).store.get().attempt?.link ?? null;
}

/** Loads everything and provides the proof. The page then shows the final state. */
async function checkAtRest(world: World): Promise<void> {
  lost.clear();
  release();
  await STEPS.shows?.(world);
  const { connectRequest } = internalsOf(world.ui).store.get();
  // Another proof would send a new request, which would hide a missing one.
  if (connectRequest.state === 'loading') world.ui.setConnectRequestParameters(null);
  window.dispatchEvent(new Event('online'));
  const { ui, connector } = world;
  await comesTrue('the connection is open', () => internalsOf(ui).connection.current);
  await comesTrue('what is opened is open', () =>
    world.calls.every(({ name, settled }) => settled || !/openModal|single/.test(name)),
  );
  await comesTrue(`the state says connected: ${connector.connected}`, () => {
    const { restoring, loadStatus } = internalsOf(ui).store.get();
    return ui.connected === connector.connected && !restoring && loadStatus !== 'loading';
  });
  checkAtOnce(world);
  const wanted = world.choosing
    ? 1
    : Number(internalsOf(ui).store.get().requests.at(-1)?.openModal ?? 0);
  await comesTrue(`${wanted} dialogs are open`, () => openDialogs().length === wanted);
  if (world.choosing) await checkSheet(world);
  await checkBetweenSteps(world);
}

/** Checks that an open sheet shows the requested wallet, and has a code or names a fault. */
async function checkSheet({ ui }: World): Promise<void> {
  const single = ui.singleWalletModalState;
  const title = single.status === 'opened' ? single.walletInfo.name : 'Connect your TON wallet';
  const dialog = (): Element | undefined => openDialogs()[0];
  await comesTrue(
    `the sheet is about ${title}`,
    () => dialog()?.querySelector('h2')?.textContent === title,
  );
  await comesTrue(
    'the sheet has a code, or says why not',
    () =>
      internalsOf(ui).store.get().connectRequest.state === 'loading' ||
      dialog()?.querySelector('[role="alert"], button:has(svg[role="img"]):enabled'),
  );
}

/** Checks that after the end nothing waits or listens, and that no call reopens anything. */
async function checkAfterwards(world: World, left: () => string[]): Promise<void> {
  const { ui } = world;
  await world.unmount();
  for (const { promise } of [
    { promise: ui.openModal() },
    { promise: ui.sendTransaction(TRANSACTION) },
    { promise: Promise.resolve(ui.connector.getWallets()) },
  ]) {
    world.track('after the end', promise);
  }
  await comesTrue('every promise is settled', () => world.calls.every(({ settled }) => settled));
  await comesTrue('nobody listens to the connector', () => world.listeners === 0);
  await comesTrue('nothing is left on the page', () => left().length === 0);
  await STEPS.frames?.(world);
  checkNobodyIsAsked(world);
}

async function run(seed: number): Promise<void> {
  const chance = chanceOf(seed);
  const world = new World(chance);
  const steps: string[] = [];
  const watched = watchPage();
  // The element that the test renders into belongs to the test.
  const left = () => watched.left().filter((one) => !one.includes('__vitest'));
  try {
    // A fault is present from the beginning in half of the runs.
    for (const fault of ['losesChunk', 'chunksComeLate']) {
      if (chance() < 0.3) {
        steps.push(fault);
        STEPS[fault]?.(world);
      }
    }
    await world.show();
    let rests = false;
    const count = 2 + Math.floor(chance() * MOST_STEPS);
    for (let done = 0; done < count; done += 1) {
      const name = nextStep(world);
      steps.push(name);
      // Opening an open sheet does not repeat a request.
      const kept: string | null = rests && /^(open|connect)$/.test(name) ? codeOfAll(world) : null;
      await STEPS[name]?.(world);
      checkAtOnce(world);
      // Not after each step: some steps must meet before the page has handled them.
      rests = chance() < 0.5 || kept !== null;
      if (rests) {
        steps.push('(rest)');
        await checkBetweenSteps(world);
      }
      if (kept && codeOfAll(world) !== kept) throw new Error('an open sheet keeps its code');
    }
    await checkAtRest(world);
    await checkAfterwards(world, left);
  } catch (error) {
    const hanging = world.calls.filter(({ settled }) => !settled).map(({ name }) => name);
    throw new Error(
      `Seed ${seed}: not true that ${(error as Error).message}. Steps: ${steps.join(', ')}. ` +
        `Not settled: ${hanging.join(', ') || 'nothing'}. Left: ${left().join('; ') || 'nothing'}.`,
      { cause: error },
    );
  } finally {
    watched.stop();
    lost.clear();
    release();
    await world.unmount();
    localStorage.clear();
  }
}

const onError = (event: Event): void => event.preventDefault();
beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
  // Load failures are reported. Here they are intended.
  window.addEventListener('error', onError, { capture: true });
});
afterEach(() => window.removeEventListener('error', onError, { capture: true }));

it('keeps its promises in any order of calls, answers, faults and remounts', async () => {
  // Modules stay loaded. What they add to the page does not belong to a widget.
  await run(1).catch(() => undefined);
  for (let index = 0; index < RUNS; index += 1) await run(FIRST_SEED + index);
  expect(RUNS).toBeGreaterThan(0);
}, 600_000);
