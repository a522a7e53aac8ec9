import { SCENES } from '../screens/scenes.ts';
import type { Place } from './engine.ts';
import { expect, test } from './test.ts';

/**
 * Shows a scene in a frame of its width until it is ready. Uses a frame because a desktop window
 * cannot be that narrow. Runs in the page, so it must be self-contained.
 * @returns why the scene failed, or null
 */
async function show(address: string, width: number, height: number): Promise<string | null> {
  document.querySelector('iframe')?.remove();
  const frame = document.createElement('iframe');
  frame.width = String(width);
  frame.height = String(height);
  frame.src = address;
  document.body.replaceChildren(frame);
  for (;;) {
    await new Promise(requestAnimationFrame);
    const { sceneReady, sceneFailed } = frame.contentDocument?.documentElement?.dataset ?? {};
    if (sceneFailed !== undefined) return sceneFailed;
    if (sceneReady !== undefined) return null;
  }
}

/** Longest wait for a scene, in ms. The scene itself gives up after a third of it. */
const PATIENCE = 30_000;

const standing = (place: Place, scene: string, width: number) =>
  place.run(
    show,
    `/stand/gallery/?scene=${scene}&width=${width}&bare=1`,
    width,
    width === 390 ? 844 : 800,
  );

for (const width of [1280, 390] as const) {
  const scenes = Object.keys(SCENES).filter((scene) => SCENES[scene]?.includes(width));
  test(`every scene of the gallery renders at ${width} px without errors`, async ({
    tab,
    site,
  }) => {
    await tab.goto(site.blank);
    test.setTimeout(scenes.length * PATIENCE);
    for (const scene of scenes) {
      await test.step(scene, async () => {
        expect.soft(await standing(tab, scene, width), scene).toBeNull();
        expect.soft(site.takeErrors(), scene).toEqual([]);
      });
    }
  });
}
