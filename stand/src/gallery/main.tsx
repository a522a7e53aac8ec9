import { createRoot } from 'react-dom/client';
import { SCENES } from './scenes';
import { readSettings } from './settings';

const root = document.getElementById('root');
const settings = readSettings(location.search);
const scene = SCENES.find(({ name }) => name === settings.scene);

// The scene and the browser have their own global styles, so only one of them is loaded.
if (root && settings.bare && scene) {
  const { showScene } = await import('./stage/show-scene');
  await showScene(root, scene, settings);
} else if (root) {
  const { Gallery } = await import('./browse/Gallery');
  createRoot(root).render(<Gallery />);
}
