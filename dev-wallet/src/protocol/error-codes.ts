/** Error codes of TON Connect answers. */
export const CODE = {
  unknown: 0,
  badRequest: 1,
  unknownApp: 100,
  declined: 300,
  notSupported: 400,
} as const;
