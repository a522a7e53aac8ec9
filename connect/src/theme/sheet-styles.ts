/*
 * What is said of all parts comes before what a part says of itself: both weigh the same (reset.css). Each
 * part behind the first load imports this file first, so that the order holds in whatever chunk a build
 * from the source puts it. In the published package lazy-chunk.ts brings the styles, in their order.
 */
import './tokens.css';
import './sheet-tokens.css';
