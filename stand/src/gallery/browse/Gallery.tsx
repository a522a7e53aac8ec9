import '../../style/layers.css';
import { useCallback, useEffect, useState } from 'react';
import { ToolNav } from '../../controls/ToolNav';
import { fitWidth } from '../scene';
import { SCENES } from '../scenes';
import { readSettings, type Settings, settingsQuery } from '../settings';
import { Bar } from './Bar';
import { Frame } from './Frame';
import styles from './Gallery.module.css';
import { SceneList } from './SceneList';

const [FIRST] = SCENES;

function read(): Settings {
  const settings = readSettings(location.search, innerWidth);
  const scene = SCENES.find(({ name }) => name === settings.scene) ?? FIRST;
  return scene ? fitWidth({ ...settings, scene: scene.name, bare: false }, scene) : settings;
}

/**
 * The list of scenes, and the chosen scene in a frame. The address holds the state, so that Back
 * works.
 */
export function Gallery() {
  const [settings, setSettings] = useState(read);
  const show = useCallback((next: Settings) => {
    history.pushState(null, '', `${location.pathname}${settingsQuery(next)}`);
    setSettings(next);
  }, []);
  useEffect(() => {
    const onPopState = (): void => setSettings(read());
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, []);

  const scene = SCENES.find(({ name }) => name === settings.scene);
  if (!scene) return null;
  return (
    <div className={styles.gallery}>
      <div className={styles.top}>
        <ToolNav here="/stand/gallery/" />
      </div>
      <SceneList settings={settings} onShow={show} />
      <main className={styles.room} aria-label="Scene">
        <Bar scene={scene} settings={settings} onShow={show} />
        <Frame title={scene.title} settings={settings} />
      </main>
    </div>
  );
}
