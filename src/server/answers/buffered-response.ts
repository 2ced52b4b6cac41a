// An answer whose body is in memory: it can be written, measured and inspected without reading a stream. It behaves as a `Response`; the runtime's own,
// which costs as much as the rest of a request, is made only where it is needed.

import { parsed } from '../requests/fields.js';

const encoder = new TextEncoder();

/** What is to be written as JSON is written when somebody wants the text. */
type Content = string | Uint8Array<ArrayBuffer> | { readonly json: unknown };

interface BufferedInit {
  readonly status?: number | undefined;
  /** By their names in small letters. */
  readonly headers?: Record<string, string> | undefined;
}

export class BufferedResponse implements Response {
  /** Of a refusal, in the gateway's own words. */
  readonly code: string | undefined;
  readonly status: number;
  readonly redirected = false;
  readonly statusText = '';
  readonly type = 'default';
  readonly url = '';
  readonly #given: Content;
  #fields: Record<string, string>;
  #headers: Headers | undefined;
  #written: string | undefined;
  #byteLength: number | undefined;
  #native: Response | undefined;

  constructor(content: Content, { status = 200, headers = {} }: BufferedInit, code?: string) {
    this.#given = content;
    this.code = code;
    this.status = status;
    this.#fields = headers;
  }

  /** Its headers by their names in small letters. */
  get fields(): Readonly<Record<string, string>> {
    return this.#headers === undefined ? this.#fields : Object.fromEntries(this.#headers);
  }
  get headers(): Headers {
    return (this.#headers ??= new Headers(this.#fields));
  }
  addHeaders(more: Readonly<Record<string, string>>): void {
    this.#fields = { ...this.fields, ...more };
    this.#headers = undefined;
  }
  get content(): string | Uint8Array<ArrayBuffer> {
    if (typeof this.#given !== 'object' || !('json' in this.#given)) return this.#given;
    return (this.#written ??= JSON.stringify(this.#given.json));
  }
  /** What is written in it; undefined where that is no JSON. */
  get value(): unknown {
    if (typeof this.#given === 'object' && 'json' in this.#given) return this.#given.json;
    return parsed(typeof this.#given === 'string' ? this.#given : new TextDecoder().decode(this.#given));
  }
  /** The runtime's own. */
  get native(): Response {
    return (this.#native ??= new Response(this.content, { status: this.status, headers: this.headers }));
  }
  get byteLength(): number {
    return (this.#byteLength ??= typeof this.content === 'string' ? encoder.encode(this.content).byteLength : this.content.byteLength);
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
  get body(): Response['body'] {
    return this.native.body;
  }
  get bodyUsed(): boolean {
    return this.native.bodyUsed;
  }
  clone(): Response {
    return this.native.clone();
  }
  arrayBuffer(): Promise<ArrayBuffer> {
    return this.native.arrayBuffer();
  }
  blob(): Promise<Blob> {
    return this.native.blob();
  }
  bytes(): ReturnType<Response['bytes']> {
    return this.native.bytes();
  }
  formData(): Promise<FormData> {
    return this.native.formData();
  }
  json(): Promise<unknown> {
    return this.native.json();
  }
  text(): Promise<string> {
    return this.native.text();
  }
}

// `instanceof Response` holds as well.
Object.setPrototypeOf(BufferedResponse.prototype, Response.prototype);

/** As the runtime takes it. */
export const nativeOf = (answer: Response): Response => (answer instanceof BufferedResponse ? answer.native : answer);

/** Not `instanceof`: a framework may have put a class of its own in the place of the runtime's `Response`, as Hono on Node does. */
export const isResponse = (value: unknown): value is Response => Object.prototype.toString.call(value) === '[object Response]';

/** Adds headers to an answer, in the place of those that it has. */
export function addHeaders(answer: Response, headers: Readonly<Record<string, string>>): void {
  if (answer instanceof BufferedResponse) return answer.addHeaders(headers);
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
}

export const headerOf = (answer: Response, name: string): string | undefined =>
  answer instanceof BufferedResponse ? answer.fields[name] : (answer.headers.get(name) ?? undefined);

/** The text of an answer, at once where it is in memory. */
export const textOf = async (answer: Response): Promise<string> => {
  if (!(answer instanceof BufferedResponse)) return answer.text();
  return typeof answer.content === 'string' ? answer.content : new TextDecoder().decode(answer.content);
};

/** What an answer says in JSON; undefined where it says none. */
export const valueOf = async (answer: Response): Promise<unknown> =>
  answer instanceof BufferedResponse ? answer.value : parsed(await answer.text());
