// What a page sets on <realtime-voice>, as attributes or properties. The class, its lazy parts and the frameworks' types derive from this list.
import type { RealtimeSession } from '../../core/realtime/session/realtime-session.js';
import type { VoiceTool } from '../../core/realtime/tools/define-tool.js';
import type { SessionConfig } from '../../protocol/session.js';
import type { Persistence } from '../shared/persistence.js';
import { property, type PropertiesOf } from '../shared/properties.js';
import type { VoxreelWords } from '../shared/set-words.js';
import type { SanitizeHtml } from './transcript/message-view.js';

export const voiceProperties = {
  /** Base address of the service or gateway; default: this page's own origin. */
  baseUrl: property<string | undefined>({ attribute: 'base-url' }),
  /** Where to POST for an ephemeral token. Default: the documents' path below `baseUrl`. */
  tokenUrl: property<string | undefined>({ attribute: 'token-url' }),
  /** The model to talk with. */
  model: property<string | undefined>(),
  /** The voice of the answers, by its name; the service's own choice by default. */
  voice: property<string | undefined>(),
  /** What the model is told before the conversation. */
  instructions: property<string | undefined>(),
  /** `text`, or `text audio` (default). */
  modalities: property<string | undefined>(),
  /** Ids of transports in the order to try. */
  transport: property<string | undefined>(),
  /** The protocol's dialect: `vendor`, `openai-beta`, `openai-ga`, or one the page has registered. Default: what the service's list of models says, else `vendor`; with `getToken`, `vendor`. */
  dialect: property<string | undefined>(),
  /** The microphone is open only while the button, or the space bar, is held. */
  pushToTalk: property<boolean>({ attribute: 'push-to-talk', type: Boolean, reflect: true }),
  /** How the microphone's sound is sent where events carry it: `pcm16` (default), `g711_ulaw` or `g711_alaw`. */
  inputAudioFormat: property<string | undefined>({ attribute: 'input-audio-format' }),
  /** How the answer's sound is asked for where events carry it; as above. */
  outputAudioFormat: property<string | undefined>({ attribute: 'output-audio-format' }),
  /** Asks for transcripts of the user's speech; its value, if any, is the transcription model. */
  transcribe: property<string | undefined>(),
  /** `local` keeps the conversation in this browser, for this service, model, `agent` and `user`; `none` (default) only as long as the page. */
  persist: property<Persistence>(),
  /** Whose conversation this is: no other user of this browser gets what is kept. Empty where nobody is signed in. */
  user: property<string | undefined>(),
  /** Tells several agents of one site apart: each keeps its own conversations. */
  agent: property<string | undefined>(),
  /** Folder of the two audio worklets, where they do not lie beside the library. */
  workletUrl: property<string | undefined>({ attribute: 'worklet-url' }),
  /** Offers the event log. */
  inspector: property<boolean>({ type: Boolean, reflect: true }),
  /** Keeps the sound of both sides, to be saved as a file. */
  record: property<boolean>({ type: Boolean }),
  /** Offers a camera: its pictures are sent over WebRTC. */
  video: property<boolean>({ type: Boolean }),
  /** The session in use: the one given, or the one made from the attributes when first needed. */
  session: property<RealtimeSession | undefined>({ attribute: false, noAccessor: true }),
  /** Functions the model may call. */
  tools: property<readonly VoiceTool[] | undefined>({ attribute: false }),
  /** Gives a fresh ephemeral token for each connection attempt. Never the standard key. */
  getToken: property<((signal: AbortSignal) => Promise<string>) | undefined>({ attribute: false }),
  /** More of the documents' session configuration; wins over the attributes. */
  sessionConfig: property<SessionConfig | undefined>({ attribute: false }),
  /**
   * Makes safe nodes of HTML in messages; without it, or where it gives none, HTML is shown as text. It gives nodes, never a string, so that it
   * works under Trusted Types too: `(html) => DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true })`. Called once for each part of a message.
   */
  sanitizeHtml: property<SanitizeHtml | undefined>({ attribute: false }),
  /** Words of this element alone, over those of the language in force. See `setWords`. */
  words: property<VoxreelWords | undefined>({ attribute: false }),
};

export interface VoiceProperties extends PropertiesOf<typeof voiceProperties> {}
