/** The Content-Security-Policy of every page. `scripts`: sources of scripts, for frameworks that send inline ones with a nonce. */
export const policyWith = (scripts = "'self'") =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
    "media-src 'self' blob:",
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
