import { Buffer } from 'buffer';

/** Node has `Buffer`. Browsers get the one of the `buffer` package. */
globalThis.Buffer ??= Buffer;
