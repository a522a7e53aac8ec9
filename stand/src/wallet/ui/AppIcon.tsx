import { useState } from 'react';
import styles from './AppIcon.module.css';

/** An app's picture; its first letter until the picture is there, and when it never comes. */
export function AppIcon({ name, url, size = 40 }: { name: string; url: string; size?: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={styles.icon} style={{ width: size, height: size }} aria-hidden="true">
      {name.trim().charAt(0).toUpperCase()}
      {failed !== url && (
        <img
          src={url}
          alt=""
          width={size}
          height={size}
          referrerPolicy="no-referrer"
          onError={() => setFailed(url)}
        />
      )}
    </span>
  );
}
