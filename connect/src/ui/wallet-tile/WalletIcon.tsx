import type { WalletInfo } from '@prichal/sdk';
import { useEffect, useRef, useState } from 'react';
import { WALLET_CONNECT } from '../../core/wallets/ways-to-wallet.js';
import { Icon } from '../icons/Icon.js';
import { LINK } from '../icons/shapes.js';
import * as styles from './wallet-tile.module.css';

/** Time after which the wallet's initial is shown instead of a loading picture, ms. */
const LATE_MS = 800;

type Props = { wallet: Pick<WalletInfo, 'name' | 'imageUrl'>; size: number };

/**
 * A wallet's picture, loaded when it becomes visible. If it is late, the wallet's initial is shown in grey, and in a
 * colour if the load fails. WalletConnect has no picture but an icon.
 */
export function WalletIcon({ wallet: { name, imageUrl }, size }: Props) {
  const icon = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  const [state, setState] = useState<'late' | 'shown' | 'failed'>();
  const failed = state === 'failed';
  // Not `loading="lazy"`: browsers apply it to all content of a scroller at once.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      setSeen(true);
      setState(imageUrl ? undefined : 'failed');
      timer = setTimeout(() => setState((now) => now ?? 'late'), LATE_MS);
    });
    if (icon.current) observer.observe(icon.current);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [imageUrl]);
  const { letter, hue } = monogram(name);
  const style = { width: size, height: size, fontSize: size * 0.45 };
  return (
    <span ref={icon} className={styles.icon} aria-hidden="true" data-state={state} style={style}>
      {(failed || state === 'late') && (
        <span
          className={styles.monogram}
          style={failed ? { background: `hsl(${hue} 45% 34%)`, color: '#fff' } : undefined}
        >
          {name === WALLET_CONNECT.name ? <Icon shape={LINK} size={size} /> : letter}
        </span>
      )}
      {seen && !failed && (
        <img
          src={imageUrl}
          width={size}
          height={size}
          alt=""
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

/** Returns the first letter of a name, and a hue (degrees) that depends only on the name. */
export function monogram(name: string): { letter: string; hue: number } {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  const [letter = '?'] = name.trim().toUpperCase();
  return { letter, hue: hash };
}
