/** Shapes of the first load. */
export const TON = 'M6.2 5.5h11.6c1 0 1.7 1.1 1.2 2L12 19.5 5 7.5c-.5-.9.2-2 1.2-2ZM12 5.5v13.6';
export const ARROW_DOWN = 'm6 9 6 6 6-6';
