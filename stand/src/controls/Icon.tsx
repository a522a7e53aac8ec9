const PATHS = {
  back: 'M15 5l-7 7 7 7M8 12h12',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  reload: 'M19 8a8 8 0 1 0 1 6M19 3v5h-5',
  check: 'M5 12.5l5 5 9-11',
  alert: 'M12 7v6M12 17v.01M12 3l10 18H2z',
  arrow: 'M7 17L17 7M9 7h8v8',
} as const;

/** A line icon, decoration only: the control around it has the name. */
export function Icon({ name, size = 20 }: { name: keyof typeof PATHS; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'menu' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The mark: a bollard that is also the letter П, and a loop of rope around it. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d="M6 20V6.5A2.5 2.5 0 0 1 8.500 4h7A2.500 2.500 0 0 1 18 6.500V20"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <path
        d="M2.500 13.500c3 3.200 16 3.200 19 0"
        stroke="var(--accent)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
