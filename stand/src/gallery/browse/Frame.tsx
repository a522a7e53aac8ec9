import { useEffect, useRef, useState } from 'react';
import { type Settings, settingsQuery, type Width } from '../settings';
import styles from './Frame.module.css';

/** Common screen heights at these widths, in px. */
const HEIGHTS: Record<Width, number> = { 1280: 800, 390: 844, 320: 640 };

/** The scene in a frame of its width, scaled down if it does not fit. */
export function Frame({ title, settings }: { title: string; settings: Settings }) {
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const width = Number(settings.width);
  const height = HEIGHTS[settings.width];

  useEffect(() => {
    const element = room.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width: wide, height: high } = entry.contentRect;
      setScale(Math.min(1, wide / width, high / height));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [width, height]);

  const address = settingsQuery({ ...settings, bare: true });
  return (
    <div ref={room} className={styles.room}>
      <div className={styles.place} style={{ width: width * scale, height: height * scale }}>
        {/* Each scene loads a new page, so that no state is carried over. */}
        <iframe
          key={address}
          className={styles.window}
          title={title}
          src={address}
          style={{ width, height, scale }}
        />
      </div>
      <p className={styles.size}>
        {width} × {height}
        {scale < 1 && ` at ${Math.round(scale * 100)} %`}
      </p>
    </div>
  );
}
