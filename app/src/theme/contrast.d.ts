/** Colours are `#rrggbb` here; ratios are WCAG 2 contrast ratios, 1 to 21. */
export declare function contrast(a: string, b: string): number;
/** `share` (0 to 1) of `color` over `ground`. */
export declare function mix(color: string, ground: string, share: number): string;
/**
 * The colour itself when it can be read on the ground, else the nearest step from it towards black
 * or white that can. Every ground has one: black or white always reaches 4.5.
 */
export declare function readable(color: string, ground: string, ratio?: number): string;
