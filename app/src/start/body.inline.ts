/** Runs inline at the end of the body, when the whole skeleton is in the document. */
import { pageWindow } from './page-window';

pageWindow().prichalPage?.skeletonStands();
