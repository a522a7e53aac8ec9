export { theme } from '#theme';
export { type Theme, themeOf } from './follow-theme.js';
