import {
  type Component,
  defineAsyncComponent,
  type HydrationStrategy,
  hydrateOnIdle,
  hydrateOnInteraction,
} from 'vue';

/** How long a busy browser may leave a component waiting, ms. */
const LONGEST_WAIT = 1000;

/** When the browser has nothing else to do, or a finger or a key is already there: before its click comes. */
const whenIdleOrWanted: HydrationStrategy = (hydrate, forEachElement) => {
  const ends: (() => void)[] = [];
  const end = (): void => {
    for (const each of ends.splice(0)) each();
  };
  const hydrateOnce = (): void => {
    end();
    hydrate();
  };
  for (const strategy of [
    hydrateOnIdle(LONGEST_WAIT),
    hydrateOnInteraction(['pointerdown', 'keydown']),
  ]) {
    const teardown = strategy(hydrateOnce, forEachElement);
    if (teardown) ends.push(teardown);
  }
  return end;
};

/** `component`, which on a page that came from the server waits for its turn to answer to its visitor. */
export const hydratedWhenIdle = (component: Component): Component =>
  defineAsyncComponent({ loader: () => Promise.resolve(component), hydrate: whenIdleOrWanted });
