// The ephemeral token in the answer to a request for one.

/** `client_secret.value`, as the documents give it. */
export function tokenOfClientSecret(body: unknown): string | undefined {
  const secret = (body as { client_secret?: { value?: unknown } } | null | undefined)?.client_secret?.value;
  return typeof secret === 'string' && secret !== '' ? secret : undefined;
}
