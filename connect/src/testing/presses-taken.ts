import { until } from './until.js';

/** Waits until presses are handled again after something has opened, closed or moved. */
export const pressesTaken = () => until(() => !document.querySelector('[data-press-guard]'));
