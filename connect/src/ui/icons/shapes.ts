export const COPY =
  'M9 9V5.5Q9 4 10.5 4h8Q20 4 20 5.5v8q0 1.5-1.5 1.5H15M4 10.5Q4 9 5.5 9h8q1.5 0 1.5 1.5v8q0 1.5-1.5 1.5h-8Q4 20 4 18.5Z';
export const EXIT =
  'M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10 12h10m-3.5-3.5L20 12l-3.5 3.5';
export const CLOSE = 'm6 6 12 12M18 6 6 18';
export const BACK = 'm14.5 5-7 7 7 7';
export const CHECK = 'm5 12.5 4.5 4.5 9.5-10';
export const HELP = 'M9 9.2a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 1.8v.4M12 17.5v.1';
export const ALERT =
  'M12 9v4.5M12 16.4v.1M10.6 4.5 3.3 17.3Q2.5 19.7 4.7 19.7h14.6q2.2 0 1.4-2.4L13.4 4.5q-1.4-2-2.8 0Z';
/** Icon of a link to another page. */
export const OUT = 'M8 16 17 7M9.5 7H17v7.5';
export const LINK = 'M10 8H8a4 4 0 0 0 0 8h2m4-8h2a4 4 0 0 1 0 8h-2m-5-4h6';
export const SHIELD =
  'M12 3.5 5 6v5.5c0 4.3 2.9 7.7 7 9 4.1-1.3 7-4.7 7-9V6l-7-2.5Zm-3 8.5 2.2 2.2L15.5 10';
export const PERSON = 'M12 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM5 19.5c.6-3 3.5-5 7-5s6.4 2 7 5';
export const TRANSFER = 'M4.5 8.5h14l-3.5-3.5M19.5 15.5h-14l3.5 3.5';
