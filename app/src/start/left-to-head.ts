/**
 * Placeholder for functions whose work the inline head has done before the bundle runs. Never
 * called.
 */
const done = undefined;

export { done as findUser, done as followTheme, done as makeHead };
