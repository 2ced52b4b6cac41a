// `GET /v1/limits`: what is left of a user's budget, so that a page can say so before it asks.
import { json, noContent } from './answers/answers.js';
import { isResponse } from './answers/buffered-response.js';
import { exactly, type Route } from './route.js';
import type { Budget } from './state/budget.js';

export const limitsPath = '/v1/limits';

/** Without a budget the answer is 204: a page asks this of every gateway, and browsers log a 404 as an error. */
export function limitsRoutes(budget: Budget | undefined): readonly Route[] {
  const answer: Route['answer'] = async ({ user }) => {
    const status = await budget?.status(user);
    if (status === undefined) return noContent();
    return isResponse(status) ? status : json(200, status);
  };
  return [{ method: 'GET', path: exactly(limitsPath), answer }];
}
