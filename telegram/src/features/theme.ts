export { theme } from '#theme';
export type { Theme } from '../launch/theme-params.js';
export { themeOf } from './follow-theme.js';
