// `GET /v1/limits`: what is left of a user's budget, so that a page can say so before it asks.
import { json } from './answers/answers.js';
import { isResponse } from './answers/buffered-response.js';
import { exactly, type Route } from './route.js';
import type { Budget } from './state/budget.js';

export const limitsPath = '/v1/limits';

/** None where the site counts no money. */
export function limitsRoutes(budget: Budget | undefined): readonly Route[] {
  if (budget === undefined) return [];
  const answer: Route['answer'] = async ({ user }) => {
    const status = await budget.status(user);
    return isResponse(status) ? status : json(200, status);
  };
  return [{ method: 'GET', path: exactly(limitsPath), answer }];
}
