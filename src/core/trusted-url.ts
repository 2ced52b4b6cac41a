// The address of a script of our own, as a page that requires trusted types takes it.

interface Policy {
  createScriptURL(url: string): URL;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

/** Made once: a page that lists its policies allows no second of the same name, and reports each attempt. */
let made: (() => Policy) | undefined;

/** Throws where the page's policy allows no policy of the name `voxreel`. */
export function trustedUrl(url: URL): URL {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return url;
  made ??= makeOnce(trustedTypes);
  return made().createScriptURL(url.href);
}

function makeOnce(trustedTypes: TrustedTypes): () => Policy {
  try {
    const policy = trustedTypes.createPolicy('voxreel', { createScriptURL: (same) => same });
    return () => policy;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
