/*
 * The reset and tokens of all parts. They must come before the styles of a part, which have the same weight (reset.css).
 * Each chunk after the first load imports this file first, so a build from the source keeps the order. In the
 * published package lazy-chunk.ts lists the styles in their order.
 */
import './tokens.css';
import './sheet-tokens.css';
