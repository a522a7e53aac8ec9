import { type MouseEvent, useEffect, useRef } from 'react';
import { fitWidth, type Scene } from '../scene';
import { GROUPS } from '../scenes';
import { type Settings, settingsQuery } from '../settings';
import styles from './SceneList.module.css';

type Props = { settings: Settings; onShow(settings: Settings): void };

/** Scenes by group. Each is a link, so that it can open in a new tab. */
export function SceneList({ settings, onShow }: Props) {
  const list = useRef<HTMLElement>(null);
  // The scene of an address may be far down the list.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);

  const link = (scene: Scene) => {
    const next = fitWidth({ ...settings, scene: scene.name }, scene);
    const follow = (event: MouseEvent): void => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onShow(next);
    };
    return (
      <li key={scene.name}>
        <a
          className={styles.link}
          href={settingsQuery(next) || '?'}
          data-widths={scene.widths.join(' ')}
          aria-current={scene.name === settings.scene ? 'page' : undefined}
          onClick={follow}
        >
          {scene.title}
        </a>
      </li>
    );
  };
  return (
    <nav ref={list} className={styles.list} aria-labelledby="gallery">
      <h1 id="gallery" className={styles.brand}>
        Gallery
      </h1>
      {GROUPS.map(({ title, scenes }) => (
        <section key={title} className={styles.group}>
          <h2 className={styles.title}>{title}</h2>
          <ul>{scenes.map(link)}</ul>
        </section>
      ))}
    </nav>
  );
}
