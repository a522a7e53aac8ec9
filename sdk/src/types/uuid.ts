/** A UUID as text, or the bytes into which it was written. */
export type UUIDTypes<TBuf extends Uint8Array = Uint8Array> = string | TBuf;

/** Options of `UUIDv7`. */
export type Version7Options = {
  /** 16 random bytes. */
  random?: Uint8Array;
  /** Unix time in ms. Now by default. */
  msecs?: number;
  /** Counter within one millisecond, 32 bits. Random by default. */
  seq?: number;
  /** Makes 16 random bytes if `random` is absent. */
  rng?: () => Uint8Array;
};
