export function AlertIcon() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M12 8v5M12 16.2v.1M10.6 4.5 3.3 17.3A1.6 1.6 0 0 0 4.7 19.7h14.6a1.6 1.6 0 0 0 1.4-2.4L13.4 4.5a1.6 1.6 0 0 0-2.8 0Z"
      />
    </svg>
  );
}
