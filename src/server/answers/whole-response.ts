// An answer whose body is at hand: it can be written, measured and looked at without being read as a stream. Knows no route.

export class WholeResponse extends Response {
  readonly whole: string | Uint8Array<ArrayBuffer>;
  /** Of a refusal, in the gateway's own words. */
  readonly code: string | undefined;

  constructor(whole: string | Uint8Array<ArrayBuffer>, init: ResponseInit, code?: string) {
    super(whole, init);
    this.whole = whole;
    this.code = code;
  }
}

/** Not `instanceof`: a framework may have put a class of its own in the place of the runtime's `Response`, as Hono on Node does. */
export const isResponse = (value: unknown): value is Response =>
  value instanceof WholeResponse || Object.prototype.toString.call(value) === '[object Response]';

/** The text of an answer, at once where it is at hand. */
export const textOf = async (answer: Response): Promise<string> => {
  if (!(answer instanceof WholeResponse)) return answer.text();
  return typeof answer.whole === 'string' ? answer.whole : new TextDecoder().decode(answer.whole);
};
