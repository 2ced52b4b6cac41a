// Asks an address once, for free, and says what a page can learn of it: what browsers hide from the request that failed.
import { http, isHtml, type HttpReply } from '../../../core/http.js';
import { readModelList, type OfferedModel } from '../../../core/offered-model.js';

export type Probe =
  /** The page's content policy does not allow it. */
  | { readonly outcome: 'blocked' }
  /** Nothing listens there. */
  | { readonly outcome: 'unreachable' }
  /** Something answers, and a page of this origin may not read it. */
  | { readonly outcome: 'unreadable' }
  /** It took too long. */
  | { readonly outcome: 'unknown' }
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly isHtml: boolean;
      readonly models: readonly OfferedModel[] | undefined;
    };

const timeoutMs = 5000;
const noticeMs = 50;

export async function probe(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Probe> {
  let isBlocked = false;
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => (isBlocked ||= effectiveDirective === 'connect-src');
  document.addEventListener('securitypolicyviolation', onViolation);
  try {
    return answered(await http(url, { headers: { ...headers }, timeoutMs }));
  } catch {
    const isThere = await isAnswered(url);
    // The page is notified of what its policy blocked in a task of its own, after the request has failed.
    if (isThere === false) await new Promise((resolve) => setTimeout(resolve, noticeMs));
    if (isBlocked) return { outcome: 'blocked' };
    return { outcome: isThere === undefined ? 'unknown' : isThere ? 'unreadable' : 'unreachable' };
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}

/** Undefined where it takes too long to tell. */
async function isAnswered(url: string): Promise<boolean | undefined> {
  const limit = AbortSignal.timeout(timeoutMs);
  return fetch(url, { mode: 'no-cors', signal: limit }).then(
    () => true,
    () => (limit.aborted ? undefined : false),
  );
}

const answered = ({ status, headers, json, ok }: HttpReply): Probe => ({
  outcome: 'answered',
  status,
  isHtml: isHtml(headers),
  models: ok ? readModelList(json)?.models : undefined,
});
