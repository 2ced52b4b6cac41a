// Session configuration, session object, audio, transcription, stream and WebRTC parameters, and token creation, as the realtime document has them.
import * as z from 'zod/mini';

import { between, maxOutputTokens, open } from './schema.js';
import { ranges, values } from './names.js';

/** Tool (function) definition: `parameters` is a JSON Schema object. */
export const tool = z.looseObject({
  type: z.enum(values.toolType),
  name: z.string().check(z.minLength(1)),
  description: z.optional(z.string()),
  parameters: z.looseObject({
    type: z.string(),
    properties: z.optional(z.looseObject({})),
  }),
});

/** An MCP server whose tools the service calls itself. Not in the documents: OpenAI's protocol takes it. */
export const mcpTool = z.looseObject({ type: z.literal('mcp'), server_label: z.string().check(z.minLength(1)) });

/** A tool in the settings of a conversation. */
export const sessionTool = z.union([tool, mcpTool]);

/** How the service hears that the user has finished. */
export const turnDetection = z.looseObject({
  type: z.enum(values.turnDetectionType),
  threshold: z.optional(z.number().check(...between(ranges.turnDetectionThreshold))),
  prefix_padding_ms: z.optional(z.int().check(...between(ranges.prefixPaddingMs))),
  silence_duration_ms: z.optional(z.int().check(...between(ranges.silenceDurationMs))),
});

/** How the user's speech is transcribed. */
export const inputAudioTranscription = z.looseObject({ model: z.optional(z.string()) });

/** Fields of `session.update`. Voices and models are open sets; `turn_detection: null` turns detection off. */
export const sessionConfig = z.looseObject({
  modalities: z.optional(z.array(z.enum(values.modality)).check(z.minLength(1))),
  instructions: z.optional(z.string()),
  voice: z.optional(open(values.voice)),
  input_audio_format: z.optional(z.enum(values.audioFormat)),
  output_audio_format: z.optional(z.enum(values.audioFormat)),
  input_audio_transcription: z.optional(z.nullable(inputAudioTranscription)),
  turn_detection: z.optional(z.nullable(turnDetection)),
  tools: z.optional(z.array(sessionTool)),
  tool_choice: z.optional(z.enum(values.toolChoice)),
  temperature: z.optional(z.number().check(...between(ranges.temperature))),
  max_output_tokens: z.optional(maxOutputTokens(ranges.maxOutputTokens)),
});

/** What one `response.create` may override. */
export const responseConfig = z.looseObject({
  modalities: z.optional(z.array(z.enum(values.modality)).check(z.minLength(1))),
  instructions: z.optional(z.string()),
  voice: z.optional(open(values.voice)),
  output_audio_format: z.optional(z.enum(values.audioFormat)),
  tools: z.optional(z.array(sessionTool)),
  tool_choice: z.optional(z.enum(values.toolChoice)),
  temperature: z.optional(z.number().check(...between(ranges.temperature))),
  max_output_tokens: z.optional(maxOutputTokens(ranges.maxOutputTokens)),
});

/** The session as a server reports it: every set is open, unknown fields are kept. */
export const sessionObject = z.looseObject({
  id: z.optional(z.string()),
  object: z.optional(z.string()),
  model: z.optional(z.string()),
  modalities: z.optional(z.array(open(values.modality))),
  status: z.optional(open(values.sessionStatus)),
  error: z.optional(z.nullable(z.looseObject({ type: z.optional(z.string()), message: z.optional(z.string()) }))),
  metadata: z.optional(z.nullable(z.looseObject({}))),
});

/** A conversation as the service reports it. */
export const conversationObject = z.looseObject({ id: z.optional(z.string()), object: z.optional(z.string()) });

/** The sound of a connection: its rate, channels and format. */
export const audioParameters = z.looseObject({
  sample_rate: z.optional(z.literal(values.sampleRate)),
  channels: z.optional(z.literal(values.channels)),
  bits_per_sample: z.optional(z.literal(values.bitsPerSample)),
  encoding: z.optional(z.enum(values.audioFormat)),
});

/** The transcription settings of a connection. */
export const transcriptionParameters = z.looseObject({
  enabled: z.optional(z.boolean()),
  model: z.optional(z.string()),
  language: z.optional(z.enum(values.transcriptionLanguage)),
  prompt: z.optional(z.string()),
});

/** How the sound of a connection is cut into pieces. */
export const audioStreamParameters = z.looseObject({
  /** Bytes. */
  chunk_size: z.optional(z.literal(values.chunkSize)),
  latency: z.optional(z.enum(values.latency)),
  compression: z.optional(z.enum(values.compression)),
});

/** `connection_timeout` in milliseconds. The document's default STUN server is a third party: ours is none. */
export const webrtcClientConfig = z.looseObject({
  ice_servers: z.optional(z.array(z.looseObject({}))),
  audio_constraints: z.optional(z.looseObject({})),
  connection_timeout: z.optional(z.int().check(z.positive())),
});

/** Body of `POST /v1/realtime/sessions`. Which fields are required is not shown: none is. */
export const tokenRequest = z.looseObject({ model: z.optional(z.string()), voice: z.optional(z.string()) });

/** Its answer. `expires_at`, where given, is in seconds since 1970. */
export const tokenResponse = z.looseObject({
  client_secret: z.looseObject({ value: z.string().check(z.minLength(1)), expires_at: z.optional(z.number()) }),
});

/** A function that a model may call, in the words of the wire. */
export type Tool = z.infer<typeof tool>;

/** A server of tools that the service asks itself. */
export type McpTool = z.infer<typeof mcpTool>;

/** A function, or a server of tools. */
export type SessionTool = z.infer<typeof sessionTool>;

/** How the service hears that the user has finished. */
export type TurnDetection = z.infer<typeof turnDetection>;

/** The settings of a conversation, in the words of the wire. */
export type SessionConfig = z.infer<typeof sessionConfig>;

/** The settings of one answer. */
export type ResponseConfig = z.infer<typeof responseConfig>;

/** A session as the service reports it. */
export type SessionObject = z.infer<typeof sessionObject>;

/** The encoding of sound on the wire: `pcm16` at 24 kHz, or G.711 at 8 kHz. */
export type AudioFormat = NonNullable<SessionConfig['input_audio_format']>;

/** The sound of a connection: its rate, channels and format. */
export type AudioParameters = z.infer<typeof audioParameters>;

/** How the sound of a connection is cut into pieces. */
export type AudioStreamParameters = z.infer<typeof audioStreamParameters>;

/** The settings of WebRTC that a service recommends. */
export type WebrtcClientConfig = z.infer<typeof webrtcClientConfig>;
