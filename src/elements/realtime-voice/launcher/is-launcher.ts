// Whether an element is a launcher.

/** The attribute stands there, or the property is set: `false` and `null` are what frameworks say for "not there". */
export const isLauncher = (launcher: string | boolean | null | undefined): boolean =>
  launcher !== undefined && launcher !== null && launcher !== false;
