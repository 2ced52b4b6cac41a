// The JSON object in a request, read with care. Knows no field of it.
import { refuse } from './answers.js';
import { readCapped } from './read-capped.js';

/** The object, or the refusal to answer with. */
export async function readJson(
  request: Request,
  { bodyBytes }: { readonly bodyBytes: number },
): Promise<Record<string, unknown> | Response> {
  const bytes = await readCapped(request, bodyBytes);
  if (bytes === undefined) return refuse(400, 'body_too_large', `The body is larger than ${bodyBytes} bytes.`, 'body');
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Said below.
  }
  return refuse(400, 'invalid_json', 'The body is not a JSON object.', 'body');
}
