// What the host of a virtual machine takes from it. Nobody inside sees that time go, and no figure of
// speed survives it: two processes that wait for each other lose it twice.
import { readFileSync } from 'node:fs';

/** More than this part of a processor's time, and a timed trial is taken again. */
export const MOST_STOLEN_PERCENT = 2;
const TRIES = 5;

/** Ticks of one processor so far: all, and those that the host took (proc(5), /proc/stat). */
function ticksOf(core) {
  const line = readFileSync('/proc/stat', 'utf8').match(new RegExp(`^cpu${core} (.*)$`, 'm'));
  const ticks = line?.[1].split(' ').slice(0, 8).map(Number) ?? [];
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
}

/** What `step` gives, and how much was taken meanwhile from the processor that lost most. */
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
 * The first of a few tries from which next to nothing was taken; if there is none, the one that lost
 * least. `again` hears of each that is followed by another; `ticks` reads a processor's clock.
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
