// The paths of the library, as they are matched and as they stand in a log.

export const libraryPath = '/v1/library';
export const libraryPaths = {
  changes: `${libraryPath}/changes`,
  events: `${libraryPath}/events`,
  export: `${libraryPath}/export`,
} as const;

export const recordPath = /^\/v1\/library\/records\/([a-z][a-z\d-]{0,31})\/([^/]{1,600})$/;
export const filePath = /^\/v1\/library\/files\/([^/]{1,600})$/;

const plain: readonly string[] = [libraryPath, ...Object.values(libraryPaths)];

/** With its variable parts named; undefined for what is no path of the library. */
export function libraryTemplate(pathname: string): string | undefined {
  if (plain.includes(pathname)) return pathname;
  if (recordPath.test(pathname)) return `${libraryPath}/records/{kind}/{id}`;
  return filePath.test(pathname) ? `${libraryPath}/files/{id}` : undefined;
}

/** As long as an id of a record or file may be. */
export const longestId = 200;
