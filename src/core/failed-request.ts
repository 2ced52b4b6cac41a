// The request that an error came from, for those who tell a site's developer what to fix. Kept beside the error: it goes into no record and no event.

export interface FailedRequest {
  readonly method: string;
  readonly url: string;
  /** Undefined where no answer came, or none that could be read. */
  readonly status?: number | undefined;
  /** The answer was a page. */
  readonly isHtml?: boolean | undefined;
  /** The id of the transport that could not be opened. */
  readonly transport?: string | undefined;
}

const requests = new WeakMap<object, FailedRequest>();

/** Gives the error back. The first request that is noted stays. */
export function withRequest<Failure extends object>(error: Failure, request: FailedRequest): Failure {
  requests.set(error, { ...request, ...requests.get(error) });
  return error;
}

export const requestOf = (error: object): FailedRequest | undefined => requests.get(error);
