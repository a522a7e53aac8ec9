import styles from './Keyboard.module.css';

const ROWS = ['йцукенгшщзх', 'фывапролджэ', 'ячсмитьбю'];

/** Drawing of the phone's keyboard. It takes space from the app, as a real one does. */
export function Keyboard({ height }: { height: number }) {
  return (
    <div className={styles.keyboard} style={{ height }} aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row} className={styles.row}>
          {[...row].map((letter) => (
            <span key={letter} className={styles.key}>
              {letter}
            </span>
          ))}
        </div>
      ))}
      <div className={styles.row}>
        <span className={styles.wide}>123</span>
        <span className={styles.space}>Пробел</span>
        <span className={styles.wide}>Ввод</span>
      </div>
    </div>
  );
}
