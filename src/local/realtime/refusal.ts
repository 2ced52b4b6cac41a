// Why a client event was not carried out: the body of the documented `error` event.

export interface Refusal {
  /** Default `invalid_request_error`. */
  readonly type?: 'invalid_request_error' | 'server_error';
  readonly code: string;
  readonly message: string;
  readonly param?: string | undefined;
}

/** The one error code the documents name: the event has not the documented form. */
export const invalidEvent = (message: string, param?: string): Refusal => ({ code: 'invalid_event', message, param });

export const isRefusal = (value: object): value is Refusal => 'code' in value && 'message' in value;

export function errorBody(refusal: Refusal, eventId: string | undefined): Record<string, unknown> {
  return {
    type: refusal.type ?? 'invalid_request_error',
    code: refusal.code,
    message: refusal.message,
    param: refusal.param ?? null,
    event_id: eventId ?? null,
  };
}
