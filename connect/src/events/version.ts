/** The version of this package (product specification, section 9). */
export const VERSION = '2.1.0';
