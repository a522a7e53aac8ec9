import { Buffer } from 'buffer';

/** Node has its own `Buffer`; in a browser this is the one of the `buffer` package. */
globalThis.Buffer ??= Buffer;
