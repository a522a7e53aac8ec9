/** The suite replaces it by a mock. */
export const logError = (..._: unknown[]): void => undefined;
