const PATHS = {
  back: 'M15 5l-7 7 7 7M8 12h12',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  reload: 'M19 8a8 8 0 1 0 1 6M19 3v5h-5',
  check: 'M5 12.5l5 5 9-11',
  alert: 'M12 7v6M12 17v.01M12 3l10 18H2z',
  arrow: 'M7 17L17 7M9 7h8v8',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  clear: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
} as const;

/** A decorative line icon. The control around it has the accessible name. */
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

/** Product mark: a bollard with a loop of rope around it, which is also the letter П. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="var(--brand)"
      strokeWidth="2.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M7 21V9H6A2.75 2.75 0 0 1 6 3.5H18A2.75 2.75 0 0 1 18 9H17V21M7 17.6C4.3 17.5 2.5 16.9 2.5 15.8 2.5 13.5 12.5 14.4 17 13.5 19 13.1 20.5 12.5 21.5 11.5" />
    </svg>
  );
}
