// Pages under the policy that the README promises to live under, as a site would send them: `/strict-page?script=<path>&connect=<origins>`.

/** Before the plugins of the test runner: what they put into a page is not under its policy. */
export function strictPages({ path, query, response }, next) {
  if (path !== '/strict-page') return next();
  const { script, connect } = query;
  response.set('Content-Security-Policy', `default-src 'self'; connect-src 'self' ${connect}; require-trusted-types-for 'script'`);
  response.type = 'html';
  response.body = `<!doctype html><html lang="en"><title>Strict</title><script type="module" src="${encodeURI(script)}"></script>`;
  return undefined;
}
