import * as styles from './wallet-tile.module.css';

/** The shape of tiles that are to come. */
export function TileSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move.
    <span key={index} className={styles.tile} aria-hidden="true">
      <span className={styles.skeleton} />
    </span>
  ));
}
