/** Only `false` means offline: Node and Bun have a `navigator` without `onLine`, and Node 20 has none. */
export const isOffline = (): boolean => (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false;
