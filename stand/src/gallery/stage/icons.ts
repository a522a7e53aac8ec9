/**
 * Makes the icon of an invented wallet: a sign on a coloured ground. It is a data address, so that
 * a scene makes no requests.
 */
export function icon(ground: string, sign: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${ground}" d="M0 0h24v24H0z"/>` +
    `<path fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" d="${sign}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export const SIGNS = {
  anchor: 'M12 8v11M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4M8.5 11h7M5.5 14c.5 3 3 5 6.5 5s6-2 6.5-5',
  buoy: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M7 7l3 3M14 14l3 3M17 7l-3 3M10 14l-3 3',
  compass: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M14.8 9.2l-1.7 3.9-3.9 1.7 1.7-3.9z',
  dinghy: 'M4.5 15.5h15l-2.2 3.5H6.7zM12 4v11.5M12 5l5.5 8H12M12 7.5L7.5 13H12',
  fathom: 'M12 4v13.5M12 17.5a1.8 1.8 0 1 0 0-.1M8 7h8M9 10.5h6M10 14h4',
  galley: 'M4 14h16l-2 5H6zM7 14V6l6 3-6 3M15 14V8',
  harbour: 'M5 19h14M7 19l1.5-11h7L17 19M9 8V5h6v3M8 13h8',
  islet:
    'M4 18.5c2.5-1.6 5.3-1.6 8 0 2.7-1.6 5.5-1.6 8 0M7 16c1-2.6 2.8-4 5-4s4 1.4 5 4M12 12V6M12 6c1.6-1.4 3.2-1.4 4.6 0M12 6c-1.6-1.4-3.2-1.4-4.6 0',
  jetty: 'M4 9h16M6 9v10M12 9v10M18 9v10M4 13h16',
  keel: 'M12 4v12M12 16l-3 4h6zM6 8c0 5 2.5 8 6 8s6-3 6-8',
  lantern: 'M9 8h6l1 9H8zM10 8V6a2 2 0 0 1 4 0v2M7 19.5h10M12 11v3',
  mooring:
    'M9 19V10H8a2.5 2.5 0 0 1 0-5h8a2.5 2.5 0 0 1 0 5h-1v9M9 16c-2.5 0-4-.6-4-1.6 0-2 8-1.2 14-3.4',
  plane: 'M19.5 5L4.5 11l5 1.8L11.5 18l2.7-3.4 3.6 2.6zM9.5 12.8l6-4.6',
  quay: 'M4 17h16M6 17V9h5v8M14 17v-5h4v5M4 20h16',
} as const;
