import { createRoot } from 'react-dom/client';
import type { Scene } from '../scene';
import type { Settings } from '../settings';
import { nextFrame, prepareWorld, until } from './environment';
import { hideRing } from './hand';
import { directionOf, namesIn } from './languages';
import { playedConnector } from './played-connector';
import { ScenePage } from './ScenePage';
import { FLEET } from './wallets';

const FONT = '"Inter Variable"';

/**
 * Shows a scene in the whole window. Sets `data-scene-ready` on `<html>` when it is ready, or
 * `data-scene-failed` with the reason.
 */
export async function showScene(root: HTMLElement, scene: Scene, chosen: Settings): Promise<void> {
  const settings = { ...chosen, ...scene.fixed };
  const { documentElement: page } = document;
  page.lang = settings.lang;
  page.dir = directionOf(settings);
  page.dataset.theme = settings.theme;
  page.dataset.motion = settings.motion;
  document.title = `${scene.title} – gallery`;

  prepareWorld({ still: settings.motion === 'off', blocked: scene.blocked ?? false });
  const wallet = playedConnector(scene.list ?? (async () => FLEET), scene.restored ?? null);
  const stage = {
    wallet,
    names: await namesIn(settings.lang),
    phone: window.innerWidth <= 440,
  };

  // Fonts load first, because a late font would move the layout.
  await Promise.all(
    [400, 500, 600].map((weight) => document.fonts.load(`${weight} 1em ${FONT}`, 'Aя')),
  );
  createRoot(root).render(
    <ScenePage
      scene={scene}
      settings={settings}
      connector={wallet.connector}
      onReady={(ui) => {
        (async () => {
          await scene.play?.({ ui, ...stage });
          await standing();
          page.dataset.sceneReady = '';
        })().catch((error: unknown) => {
          page.dataset.sceneFailed = error instanceof Error ? error.message : String(error);
        });
      }}
    />,
  );
}

/** Waits for fonts and pictures, and for the paint that follows the last press. */
async function standing(): Promise<void> {
  await nextFrame();
  hideRing();
  await document.fonts.ready;
  await until(() => !document.querySelector('[data-state="closing"]'), 'an end of what leaves');
  await until(
    () => [...document.images].filter(inView).every(({ complete }) => complete),
    'all pictures',
  );
  await nextFrame();
  await nextFrame();
}

function inView(image: HTMLImageElement): boolean {
  const { top, bottom } = image.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
