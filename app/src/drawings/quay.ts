/** Path of a quay and the water below it. It continues in the next drawing of a row. */
export const QUAY =
  'M0 62h96M0 69c4-3 8-3 12 0s8 3 12 0 8-3 12 0 8 3 12 0 8-3 12 0 8 3 12 0 8-3 12 0 8 3 12 0';
