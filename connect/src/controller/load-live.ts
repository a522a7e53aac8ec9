/** The chunk behind the first load; see `live.ts`. */
export const live = (): Promise<typeof import('./live.js')> => import('./live.js');
