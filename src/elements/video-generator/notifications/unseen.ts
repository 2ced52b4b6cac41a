// How many videos ended while nobody looked at this page: a number in its title, and on the icon of an installed app.

const counted = { title: new Set<string>(), badge: new Set<string>() };
/** What is ours in the title: the page may change the rest meanwhile. */
let prefix = '';

export function addUnseen(way: 'title' | 'badge', id: string): void {
  counted[way].add(id);
  show();
}

export function removeUnseen(isSeen: (id: string) => boolean): void {
  for (const ids of Object.values(counted)) for (const id of ids) if (isSeen(id)) ids.delete(id);
  show();
}

/** A page that was closed may have left a number there. */
export const clearBadge = (): unknown => navigator.clearAppBadge?.().catch(() => undefined);

function show(): void {
  const { title } = document;
  const own = title.startsWith(prefix) ? title.slice(prefix.length) : title;
  prefix = counted.title.size === 0 ? '' : `(${counted.title.size}) `;
  if (title !== prefix + own) document.title = prefix + own;
  if (counted.badge.size > 0) void navigator.setAppBadge?.(counted.badge.size).catch(() => undefined);
}
