import { head } from '../host/head-left.js';

/** Who opened the app, as the inline head has read it. Stands in for user-found.ts as head-left.ts does. */
export const user = (): unknown => {
  const { kind, launch } = head();
  return kind === 'none' ? null : launch?.user;
};
