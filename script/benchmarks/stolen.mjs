// Measures the CPU time that a virtual machine's host takes. Programs inside cannot see it, and it
// distorts every figure of speed: two processes that wait for each other lose it twice.
import { readFileSync } from 'node:fs';

/** A timed trial is repeated if more than this percentage of a CPU's time was stolen. */
export const MOST_STOLEN_PERCENT = 2;
const TRIES = 5;

/** Returns the ticks of a CPU so far: all, and those that the host took (proc(5), /proc/stat). */
function ticksOf(core) {
  const line = readFileSync('/proc/stat', 'utf8').match(new RegExp(`^cpu${core} (.*)$`, 'm'));
  const ticks = line?.[1].split(' ').slice(0, 8).map(Number) ?? [];
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
}

/** Runs `step`. Returns its result and the largest share of stolen time of any CPU. */
async function watched(cores, step, ticks) {
  const before = cores.map(ticks);
  const figures = await step();
  const after = cores.map(ticks);
  const shares = cores.map(
    (_, i) => (after[i].stolen - before[i].stolen) / Math.max(1, after[i].all - before[i].all),
  );
  return { ...figures, stolen_percent: 100 * Math.max(...shares) };
}

/**
 * Runs `step` until the host takes almost no time, at most a few times. Returns that result, or the
 * result with the least stolen time. `again` is called before each repetition; `ticks` reads a
 * CPU's clock.
 */
export async function undisturbed(cores, step, again, ticks = ticksOf) {
  let best = null;
  for (let left = TRIES; left > 0; left -= 1) {
    const figures = await watched(cores, step, ticks);
    if (best === null || figures.stolen_percent < best.stolen_percent) best = figures;
    if (best.stolen_percent <= MOST_STOLEN_PERCENT) return best;
    if (left > 1) again(figures.stolen_percent);
  }
  return best;
}
