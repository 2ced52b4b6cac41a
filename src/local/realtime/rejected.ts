// A rejection as an answer: the documented error body.
import type { ErrorBody } from '../../protocol/index.js';
import { json } from '../http.js';
import type { Rejection } from './admission.js';

export function rejected(rejection: Rejection): Response {
  return json(rejection.status, rejectionBody(rejection), rejectionHeaders(rejection));
}

export function rejectionBody(rejection: Rejection): ErrorBody {
  return { code: rejection.code, message: rejection.message, param: rejection.param ?? '', type: 'invalid_request_error' };
}

export function rejectionHeaders({ status }: Rejection): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  return status === 429 ? { 'retry-after': '5' } : {};
}
