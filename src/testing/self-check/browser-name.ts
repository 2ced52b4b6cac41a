// The browser's name and major version, without what else a user agent string tells.

/** In this order: each of them names those after it too. */
const known = [
  ['Edge', /Edg\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chromium', /(?:Chrome|CriOS)\/(\d+)/],
  ['WebKit', /Version\/(\d+)/],
] as const;

export function browserName({ userAgent }: Pick<Navigator, 'userAgent'>): string {
  for (const [name, pattern] of known) {
    const [, version] = pattern.exec(userAgent) ?? [];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'an unknown browser';
}
