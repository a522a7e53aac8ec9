export { theme } from '#head';
export { type Theme, themeOf } from './follow-theme.js';
