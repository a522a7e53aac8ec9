import { useState } from 'react';
import styles from './AppIcon.module.css';

/**
 * An app's icon. Shows the first letter of its name until the icon has loaded, or if it fails to
 * load.
 */
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
