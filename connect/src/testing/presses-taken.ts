import { until } from './until.js';

/** Until presses are taken again after something has opened, closed or changed its place. */
export const pressesTaken = () => until(() => !document.querySelector('[data-press-guard]'));
