// What a caller hears where something failed here: the state, a function of the site's own, or the gateway itself.
import { refuse } from './answers/answers.js';
import { Unsettled } from './in-time.js';
import { stateUnavailable } from './state/rate.js';
import { StateAway } from './state/state-away.js';

export const failure = (error: unknown): Response =>
  error instanceof StateAway
    ? stateUnavailable()
    : refuse(500, 'gateway_error', error instanceof Unsettled ? `The gateway failed: ${error.message}` : 'The gateway failed.');
