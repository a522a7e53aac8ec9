import { useState } from 'react';
import { monogram } from './monogram.js';
import styles from './wallet-tile.module.css';

type Props = { name: string; imageUrl: string; size: number };

/**
 * A wallet's picture. It is asked for when it comes near the view; until it is here, and when it
 * does not come, the wallet's initial stands in its place.
 */
export function WalletIcon({ name, imageUrl, size }: Props) {
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting');
  const { letter, hue } = monogram(name);
  return (
    <span
      className={styles.icon}
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.45,
        ...(state === 'shown' ? {} : { background: `hsl(${hue} 45% 34%)` }),
      }}
    >
      {state !== 'shown' && letter}
      {imageUrl && state !== 'failed' && (
        <img
          className={styles.image}
          data-state={state}
          src={imageUrl}
          width={size}
          height={size}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          draggable={false}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </span>
  );
}
