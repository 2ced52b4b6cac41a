// The SDP exchange: an offer in, the answer out, and the call it opens. Knows the request, leaves media to the call.
import { limits, paths, vendorNames, sessionConfig } from '../../protocol/index.js';
import type { SessionConfig } from '../../protocol/index.js';
import type { RealtimeFault } from '../faults.js';
import { readCapped } from '../../server/requests/read-capped.js';
import { checkCredentials, isRejection } from './admission.js';
import type { Credentials, Rejection } from './admission.js';
import { answerCall } from './call.js';
import type { Call } from './call.js';
import { mismatch, parseObject } from './client-event.js';
import { createConnection } from './connection.js';
import { servedDialects } from './dialects.js';
import type { DialectId } from './dialects.js';
import { createId } from './identifier.js';
import type { RealtimeContext } from './context.js';
import { isRefusal } from './refusal.js';
import { rejected } from './rejected.js';

const longestOffer = 200_000;
const defaultModel = 'rehearsal';

/** `POST /v1/realtime` and `POST /v1/realtime/calls` */
export async function exchangeSdp(context: RealtimeContext, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const fault = context.faults.take('realtime', { method: 'POST', path: url.pathname })?.realtime;
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const credentials = checkCredentials(bearer, context.key, context.tokens, fault);
  if (isRejection(credentials)) return rejected(credentials);
  const offer = await readOffer(request);
  if (isRejection(offer)) return rejected(offer);
  if (fault?.refuseSdp === true) return rejected(badOffer('The SDP offer was refused.'));
  const isGa = url.pathname !== paths.realtime;
  const dialect = isGa ? 'openai-ga' : credentials.dialect;
  const model = url.searchParams.get('model') ?? offer.model ?? credentials.model ?? defaultModel;
  const call = await openCall(
    context,
    { ...credentials, session: { ...credentials.session, ...offer.session } },
    { offer: offer.sdp, dialect, model, fault },
  );
  if (isRejection(call)) return rejected(call);
  const headers = { 'content-type': 'application/sdp', location: `${paths.realtime}/calls/${createId('call')}` };
  return new Response(call.answer, { status: isGa ? 201 : 200, headers });
}

interface CallPlan {
  readonly offer: string;
  /** Told by the name of the data channel where it is undefined. */
  readonly dialect: DialectId | undefined;
  readonly model: string;
  readonly fault: RealtimeFault | undefined;
}

async function openCall(context: RealtimeContext, credentials: Credentials, plan: CallPlan): Promise<Call | Rejection> {
  let call: Call | undefined;
  let over = false;
  const leave = context.sessions.enter(() => {
    over = true;
    call?.close();
  });
  if (typeof leave !== 'function') return leave;
  // Taken before the first wait, so that two requests cannot share it.
  credentials.use();
  try {
    call = await answerCall({
      offer: plan.offer,
      timeoutMs: limits.webrtcConnectionTimeoutMs,
      closed: leave,
      open: (wire, label) =>
        createConnection(context.resources, wire, {
          sessionId: credentials.sessionId,
          model: plan.model,
          session: credentials.session,
          dialect: servedDialects[plan.dialect === 'openai-ga' ? plan.dialect : dialectOf(label, plan.dialect ?? 'vendor')],
          fault: plan.fault,
        }),
    });
    // The service was closed while the call was being answered.
    if (over) call.close();
    return call;
  } catch (error) {
    leave();
    return badOffer(error instanceof Error ? error.message : String(error));
  }
}

/** The channel's name tells the two dialects of the documents' endpoint apart; a name nobody knows changes nothing. */
function dialectOf(label: string, fallback: DialectId): DialectId {
  return label === vendorNames('oai').dataChannel ? 'openai-beta' : fallback;
}

interface Offer {
  readonly sdp: string;
  readonly model: string | undefined;
  readonly session: SessionConfig;
}

async function readOffer(request: Request): Promise<Offer | Rejection> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('multipart/form-data')) return readForm(request);
  if (!/^(?:application\/sdp|text\/plain)\b/.test(type))
    return { ...badOffer('Send the offer as application/sdp.'), param: 'Content-Type' };
  const bytes = await readCapped(request, longestOffer);
  if (bytes === undefined) return badOffer('The offer is too long.');
  return { sdp: new TextDecoder().decode(bytes), model: undefined, session: {} };
}

/** Other makers' clients send `sdp` and `session` as parts of a form. */
async function readForm(request: Request): Promise<Offer | Rejection> {
  const bytes = await readCapped(request, longestOffer);
  if (bytes === undefined) return badOffer('The offer is too long.');
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  const form = await new Response(bytes, { headers }).formData().catch(() => undefined);
  const sdp = await fieldText(form, 'sdp');
  if (sdp === undefined) return badOffer('The form has no part "sdp".');
  const wished = parseObject((await fieldText(form, 'session')) ?? '{}');
  const decoded = wished && servedDialects['openai-ga'].decodeSession(wished);
  if (decoded === undefined || (isRefusal(decoded) && !('model' in decoded)))
    return { status: 400, code: 'invalid_request', message: 'The part "session" is no session.', param: 'session' };
  const { model, ...session } = decoded as Record<string, unknown>;
  const problem = mismatch(sessionConfig, session, 'session');
  if (problem !== undefined) return { status: 400, code: 'invalid_request', message: problem.message, param: problem.param ?? 'session' };
  return { sdp, model: typeof model === 'string' ? model : undefined, session };
}

async function fieldText(form: FormData | undefined, name: string): Promise<string | undefined> {
  const value = form?.get(name) ?? undefined;
  return typeof value === 'object' ? value.text() : value;
}

const badOffer = (message: string): Rejection => ({ status: 400, code: 'invalid_sdp', message, param: 'sdp' });
