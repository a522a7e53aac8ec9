import {
  type Component,
  defineAsyncComponent,
  type HydrationStrategy,
  hydrateOnIdle,
  hydrateOnInteraction,
} from 'vue';

/** Longest time in ms that a component waits for an idle browser. */
const LONGEST_WAIT = 1000;

/** Hydrates when the browser is idle, or at once on a pointer or a key: before the click event. */
const whenIdleOrUsed: HydrationStrategy = (hydrate, forEachElement) => {
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

/** Makes a component that hydrates on its own, apart from the rest of the page. */
export const hydratedWhenIdle = (component: Component): Component =>
  defineAsyncComponent({ loader: () => Promise.resolve(component), hydrate: whenIdleOrUsed });
