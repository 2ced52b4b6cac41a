// What a caller hears where something failed here: the state, a function of the site's own, or the gateway itself.
import { refuse } from './answers/answers.js';
import { Unsettled } from './in-time.js';
import { LibraryAway } from './library/library-away.js';
import { stateUnavailable } from './state/rate.js';
import { StateAway } from './state/state-away.js';

export function failure(error: unknown): Response {
  if (error instanceof StateAway) return stateUnavailable();
  if (error instanceof LibraryAway)
    return refuse(503, 'library_unavailable', 'The library cannot be reached. Try again soon.', '', retrySoon);
  return refuse(500, 'gateway_error', error instanceof Unsettled ? `The gateway failed: ${error.message}` : 'The gateway failed.');
}

const retrySoon = { 'retry-after': '2' };
