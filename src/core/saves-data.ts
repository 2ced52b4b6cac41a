// Whether the visitor asked to save data: every byte counts. Unknown counts as no.

export function savesData(): boolean {
  const { connection } = (globalThis.navigator ?? {}) as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
