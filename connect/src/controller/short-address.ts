/** First four and last four characters (product specification, section 9). */
export const shortAddress = (address: string): string =>
  `${address.slice(0, 4)}…${address.slice(-4)}`;
