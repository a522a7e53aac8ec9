/** Returns whether another page frames this one. */
export const isFramed = (): boolean => window.parent !== window;
