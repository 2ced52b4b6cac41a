// An answer whose body is in memory: it can be written, measured and looked at without being read as a stream.

export class BufferedResponse extends Response {
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** Of a refusal, in the gateway's own words. */
  readonly code: string | undefined;

  constructor(content: string | Uint8Array<ArrayBuffer>, init: ResponseInit, code?: string) {
    super(content, init);
    this.content = content;
    this.code = code;
  }
}

/** Not `instanceof`: a framework may have put a class of its own in the place of the runtime's `Response`, as Hono on Node does. */
export const isResponse = (value: unknown): value is Response =>
  value instanceof BufferedResponse || Object.prototype.toString.call(value) === '[object Response]';

/** The text of an answer, at once where it is in memory. */
export const textOf = async (answer: Response): Promise<string> => {
  if (!(answer instanceof BufferedResponse)) return answer.text();
  return typeof answer.content === 'string' ? answer.content : new TextDecoder().decode(answer.content);
};
