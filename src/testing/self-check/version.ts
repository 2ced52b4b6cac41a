/** Of this package: a page that was built with it has no `package.json` to read. */
export const version = '2.0.0';
