// The W3C WebDriver protocol, as far as it is used here: https://www.w3.org/TR/webdriver2/

/** @param {string} base where the driver answers */
export function webDriver(base) {
  async function ask(method, path, body) {
    const reply = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = await reply.json();
    if (!reply.ok) throw new Error(`${method} ${path}: ${value?.error ?? reply.status} ${value?.message ?? ''}`);
    return value;
  }
  return {
    get: (path) => ask('GET', path),
    async start(capabilities) {
      const { sessionId } = await ask('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
      const at = (path) => `/session/${sessionId}${path}`;
      return {
        get: (path) => ask('GET', at(path)),
        post: (path, body = {}) => ask('POST', at(path), body),
        end: () => ask('DELETE', at('')),
      };
    },
  };
}
