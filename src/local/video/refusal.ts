// What a request is refused with, as a value.

/** Answered as 400 with the documented body. */
export interface Refusal {
  readonly refused: true;
  readonly code: string;
  readonly message: string;
  /** The offending field, e.g. `metadata.aspect_ratio`. */
  readonly param: string;
}

export const refuse = (param: string, message: string, code = 'invalid_parameter'): Refusal => ({ refused: true, code, message, param });

export const isRefusal = (value: unknown): value is Refusal => typeof value === 'object' && value !== null && 'refused' in value;
