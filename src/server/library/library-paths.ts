// The paths of the library, as they are matched and as they stand in a log.

export const libraryPath = '/v1/library';
export const libraryPaths = {
  bin: `${libraryPath}/bin`,
  changes: `${libraryPath}/changes`,
  events: `${libraryPath}/events`,
  export: `${libraryPath}/export`,
  push: `${libraryPath}/push`,
  shares: `${libraryPath}/shares`,
  usage: `${libraryPath}/usage`,
} as const;

export const recordPath = /^\/v1\/library\/records\/([a-z][a-z\d-]{0,31})\/([^/]{1,600})$/;
export const binPath = /^\/v1\/library\/bin\/([a-z][a-z\d-]{0,31})\/([^/]{1,600})$/;
export const filePath = /^\/v1\/library\/files\/([^/]{1,600})$/;
/** Of an output of a video, by the id of its record. */
export const posterPath = /^\/v1\/library\/posters\/([^/]{1,600})\/(\d|1[0-5])$/;
export const pushPath = /^\/v1\/library\/push\/([\w-]{1,100})$/;
export const sharePath = /^\/v1\/library\/shares\/([\w-]{1,100})$/;
/** Of a visitor. */
export const sharedPrefix = '/v1/shared/';
export const sharedPath = /^\/v1\/shared\/([\w-]{1,100})(?:\/files\/(\d{1,2}))?$/;

const plain: readonly string[] = [libraryPath, ...Object.values(libraryPaths)];

/** With its variable parts named; undefined for what is no path of the library. */
export function libraryTemplate(pathname: string): string | undefined {
  if (plain.includes(pathname)) return pathname;
  if (recordPath.test(pathname)) return `${libraryPath}/records/{kind}/{id}`;
  if (binPath.test(pathname)) return `${libraryPath}/bin/{kind}/{id}`;
  if (sharePath.test(pathname)) return `${libraryPath}/shares/{token}`;
  if (pushPath.test(pathname)) return `${libraryPath}/push/{id}`;
  if (filePath.test(pathname)) return `${libraryPath}/files/{id}`;
  if (posterPath.test(pathname)) return `${libraryPath}/posters/{id}/{index}`;
  const [visited, , file] = sharedPath.exec(pathname) ?? [];
  return visited === undefined ? undefined : `${sharedPrefix}{token}${file === undefined ? '' : '/files/{index}'}`;
}

/** As long as an id of a record or file may be. */
export const longestId = 200;
