// The address of a script of our own, as a page that requires trusted types takes it. Knows no script.

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): URL };
}

/** Throws where the page's policy allows no policy of this name. */
export function trustedUrl(url: URL): URL {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('voxreel', { createScriptURL: (same) => same }).createScriptURL(url.href) ?? url;
}
