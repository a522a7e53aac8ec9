import styles from './wallets-modal.module.css';

export type InfoSubject = 'assets' | 'identity' | 'transactions';

const SHAPES: Record<InfoSubject, string> = {
  assets: 'M12 3.5 5 6v5.5c0 4.3 2.9 7.7 7 9 4.1-1.3 7-4.7 7-9V6l-7-2.5Zm-3 8.5 2.2 2.2L15.5 10',
  identity: 'M12 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM5 19.5c.6-3 3.5-5 7-5s6.4 2 7 5',
  transactions: 'M4.5 8.5h14l-3.5-3.5M19.5 15.5h-14l3.5 3.5',
};

export function InfoIcon({ subject }: { subject: InfoSubject }) {
  return (
    <svg className={styles.pointIcon} width="40" height="40" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        d={SHAPES[subject]}
      />
    </svg>
  );
}
