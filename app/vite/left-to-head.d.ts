/**
 * An entry of Vite's `resolve.alias`: the inline head (src/start/head.inline.ts) has already done the work of these
 * modules of @prichal/telegram, so the bundle gets src/start/left-to-head.ts instead.
 */
export declare const leftToHead: {
    find: RegExp;
    replacement: string;
};
