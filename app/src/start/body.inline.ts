/** Runs inline at the end of the body, when all that the bundle will replace is there. */
import { pageWindow } from './page-window';

pageWindow().prichalPage?.skeletonStands();
