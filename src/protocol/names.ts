// Every name, limit and default the service documents fix for the wire. Shapes are in the files beside it.
import { audioFormat, modality, toolChoice, turnDetectionType } from './checked-names.js';

export { clientEventTypes, laterClientEventTypes, ranges, type ClientEventType, type LaterClientEventType } from './checked-names.js';

/** Paths below the base address, as the documents write them. */
export const paths = {
  videoGenerations: '/v1/video/generations',
  realtime: '/v1/realtime',
  realtimeSessions: '/v1/realtime/sessions',
} as const;

/** The address of one video task. `taskId` is escaped. */
export const videoGenerationPath = (taskId: string): string => `${paths.videoGenerations}/${encodeURIComponent(taskId)}`;

/** The documents say `vendor` where the maker's name stands; a service of another make has another word. */
export const defaultVendor = 'vendor';

/** Names in which the service's own word occurs. */
export interface VendorNames {
  /** Header that selects the beta protocol, e.g. `Vendor-Beta`. */
  readonly betaHeader: string;
  readonly betaHeaderValue: string;
  readonly dataChannel: string;
  /** Subprotocol that selects the beta protocol: always the last one offered. */
  readonly betaSubprotocol: string;
  readonly apiKeySubprotocol: (key: string) => string;
  readonly organizationSubprotocol: (organization: string) => string;
  readonly projectSubprotocol: (project: string) => string;
}

/** The first WebSocket subprotocol offered, and the one a server selects. */
export const realtimeSubprotocol = 'realtime';

/** All identifiers that carry the maker's name, from that one word (lower case). */
export function vendorNames(vendor: string = defaultVendor): VendorNames {
  const title = vendor.charAt(0).toUpperCase() + vendor.slice(1);
  return {
    betaHeader: `${title}-Beta`,
    betaHeaderValue: 'realtime=v1',
    dataChannel: `${vendor}-events`,
    betaSubprotocol: `${vendor}-beta.realtime-v1`,
    apiKeySubprotocol: (key) => `${vendor}-insecure-api-key.${key}`,
    organizationSubprotocol: (organization) => `${vendor}-organization.${organization}`,
    projectSubprotocol: (project) => `${vendor}-project.${project}`,
  };
}

/** The types of the documented events of the server. */
export const serverEventTypes = [
  'error',
  'conversation.item.input_audio_transcription.completed',
  'conversation.item.input_audio_transcription.failed',
  'conversation.item.truncated',
  'conversation.item.deleted',
  'input_audio_buffer.committed',
  'input_audio_buffer.cleared',
  'input_audio_buffer.speech_started',
  'input_audio_buffer.speech_stopped',
  'response.created',
  'response.done',
  'response.output_item.added',
  'response.output_item.done',
  'response.content_part.added',
  'response.content_part.done',
  'response.text.delta',
  'response.text.done',
  'response.audio_transcript.delta',
  'response.audio_transcript.done',
  'response.audio.delta',
  'response.audio.done',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
  'rate_limits.updated',
  'conversation.created',
  'conversation.item.created',
  'session.created',
  'session.updated',
] as const;

/** The type of a documented event of the server. */
export type ServerEventType = (typeof serverEventTypes)[number];

/** Events that OpenAI has added to its protocol since, under the names of today. Source: `RealtimeServerEvent` of `openai` 7.59.0. */
export const laterServerEventTypes = [
  'conversation.item.input_audio_transcription.delta',
  'conversation.item.input_audio_transcription.segment',
  'conversation.item.retrieved',
  'input_audio_buffer.dtmf_event_received',
  'input_audio_buffer.timeout_triggered',
  'mcp_list_tools.completed',
  'mcp_list_tools.failed',
  'mcp_list_tools.in_progress',
  'output_audio_buffer.cleared',
  'output_audio_buffer.started',
  'output_audio_buffer.stopped',
  'response.mcp_call.completed',
  'response.mcp_call.failed',
  'response.mcp_call.in_progress',
  'response.mcp_call_arguments.delta',
  'response.mcp_call_arguments.done',
] as const;

/** The type of an event of the server that OpenAI has added since. */
export type LaterServerEventType = (typeof laterServerEventTypes)[number];

/** Values the documents list. Where they leave a set open (voices, models, rate limit names) the list is what they name, not a bound. */
export const values = {
  taskStatus: ['processing', 'succeeded', 'failed'],
  modality,
  voice: ['alloy', 'echo', 'shimmer'],
  audioFormat,
  turnDetectionType,
  toolChoice,
  toolType: ['function'],
  sessionStatus: ['active', 'ended', 'error'],
  itemType: ['message', 'function_call', 'function_call_output'],
  itemStatus: ['completed', 'in_progress', 'incomplete'],
  role: ['user', 'assistant', 'system'],
  partType: ['text', 'audio', 'transcript'],
  partFormat: ['plain', 'markdown', 'html'],
  partEncoding: ['utf-8', 'base64'],
  responseStatus: ['in_progress', 'completed', 'cancelled', 'failed', 'incomplete'],
  sampleRate: [8000, 16000, 24000, 44100, 48000],
  channels: [1, 2],
  bitsPerSample: [16, 8],
  transcriptionLanguage: ['en', 'zh', 'auto'],
  chunkSize: [1024, 2048, 4096],
  latency: ['low', 'balanced', 'high'],
  compression: ['none', 'opus', 'mp3'],
  errorType: ['invalid_request_error', 'server_error'],
  errorCode: ['invalid_event'],
  transcriptionErrorType: ['transcription_error'],
  transcriptionErrorCode: ['audio_unintelligible'],
  httpErrorStatus: [400, 401, 403, 500],
} as const;

/** Limits that the documents state. */
export const limits = {
  /** An ephemeral token opens one connection, within this time of being made. */
  tokenLifetimeMs: 60_000,
  webrtcConnectionTimeoutMs: 30_000,
} as const;

/** Defaults of the session configuration. */
export const sessionDefaults = {
  modalities: ['text'],
  voice: 'alloy',
  temperature: 1,
  max_output_tokens: 'inf',
} as const;

/** Defaults inside `turn_detection`, once it is on. */
export const turnDetectionDefaults = {
  threshold: 0.5,
  prefix_padding_ms: 500,
  silence_duration_ms: 1000,
} as const;

/** What every item may have; the state names them alike. */
export const itemHeads = ['id', 'type', 'status', 'role'] as const;
