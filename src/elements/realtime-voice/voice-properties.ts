// What a page sets on <realtime-voice>, as attributes or properties. The class, its lazy parts and the frameworks' types derive from this list.
import type { Variables } from '../../core/realtime/call/call-parts.js';
import type { RealtimeSession } from '../../core/realtime/session/realtime-session.js';
import type { VoiceTool } from '../../core/realtime/tools/define-tool.js';
import type { SessionConfig } from '../../protocol/session.js';
import type { Persistence } from '../shared/persistence.js';
import { property, type PropertiesOf } from '../shared/properties.js';
import type { VoxreelWords } from '../shared/words.js';
import type { Placement, Variant } from './launcher/placement.js';
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
  /** What the model knows before the conversation. */
  instructions: property<string | undefined>(),
  /** `text`, or `text audio` (default). */
  modalities: property<string | undefined>(),
  /** Ids of transports in the order to try. */
  transport: property<string | undefined>(),
  /** The protocol's dialect: `vendor`, `openai-beta`, `openai-ga`, or one the page has registered. Default: what the service's list of models says, else `vendor`; with `getToken`, `vendor`. */
  dialect: property<string | undefined>(),
  /** The microphone is open only while the button, or the space bar, is held. */
  pushToTalk: property<boolean>({ attribute: 'push-to-talk', type: Boolean, reflect: true }),
  /**
   * A key, or several (`Control+Space`), that begins a call and then mutes and unmutes, or talks while it is held, with `push-to-talk`. Names are
   * those of `KeyboardEvent.key` or `code`, after `Control`, `Alt`, `Shift` or `Meta`.
   */
  hotkey: property<string | undefined>(),
  /** Where the hotkey counts: `element` (default), while the focus is in it, or `page`. */
  hotkeyScope: property<'element' | 'page' | undefined>({ attribute: 'hotkey-scope' }),
  /** How the microphone's sound is sent where events carry it: `pcm16` (default), `g711_ulaw` or `g711_alaw`. */
  inputAudioFormat: property<string | undefined>({ attribute: 'input-audio-format' }),
  /** How the answer's sound is asked for where events carry it; as above. */
  outputAudioFormat: property<string | undefined>({ attribute: 'output-audio-format' }),
  /** Transcripts of the user's speech, where the service supports them. A value is the transcription model; `off` switches them off. */
  transcribe: property<string | undefined>(),
  /**
   * `local` keeps the conversation in this browser, for this service, model, `agent` and `user`; `none` (default) only as long as the page. `account` keeps
   * it in the library of `user` behind the gateway too, for all their devices; without a `user`, as `local`.
   */
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
  /** Seconds between two pictures of a screen that a visitor shares, at least 1. Default 5. */
  screenInterval: property<number | undefined>({ attribute: 'screen-interval', type: Number }),
  /** What visitors may use, by name (see the guide of voice agents). Default: everything; in a launcher all but `instructions`, `temperature` and `limits`. */
  controls: property<string | undefined>(),
  /** A pill in a corner of the screen opens the conversation; its value, if any, is what the pill says. */
  launcher: property<string | boolean | undefined>({ reflect: true }),
  /** Where the pill is: `top` or `bottom`, `-`, and `start`, `center` or `end`. Default `bottom-end`. */
  placement: property<Placement | undefined>({ reflect: true }),
  /** What the pill opens: `panel` (default), `full` (the whole screen) or `compact` (one bar). */
  variant: property<Variant | undefined>({ reflect: true }),
  /** The launcher's panel is open. */
  open: property<boolean>({ type: Boolean, reflect: true }),
  /** The agent says this first, once, in a conversation that is new. */
  greeting: property<string | undefined>(),
  /** Messages to begin with, one per line. */
  starters: property<string | undefined>(),
  /** The model may suggest up to three replies, shown above the dock until the next turn. */
  suggestions: property<boolean>({ type: Boolean }),
  /** The visitor has to agree to this (Markdown) before anything connects. Without a value, or with the slot `consent`, to our words or the slot's. */
  consent: property<string | undefined>(),
  /** Under which a consent is kept in this browser: a new key asks again. Default: the text. */
  consentKey: property<string | undefined>({ attribute: 'consent-key' }),
  /** The sentence in a launcher, and under what is asked as `consent`, that says one talks to an AI; `off` leaves it out. */
  disclosure: property<string | undefined>(),
  /** Visitors may rate each answer, and the call when it ends. */
  feedback: property<boolean>({ type: Boolean }),
  /** The session in use: the one given, or the one made from the attributes when first needed. */
  session: property<RealtimeSession | undefined>({ attribute: false, noAccessor: true }),
  /** Functions the model may call. */
  tools: property<readonly VoiceTool[] | undefined>({ attribute: false }),
  /** Id of a `<video-generator>` on the page: the model can make videos there, each once a person allows it. */
  for: property<string | undefined>(),
  /** Gives a fresh ephemeral token for each connection attempt. Never the standard key. */
  getToken: property<((signal: AbortSignal) => Promise<string>) | undefined>({ attribute: false }),
  /** More of the documents' session configuration; wins over the attributes. */
  sessionConfig: property<SessionConfig | undefined>({ attribute: false }),
  /**
   * Makes safe nodes of HTML in messages; without it, or where it gives none, HTML is shown as text. It gives nodes, never a string, so that it
   * works under Trusted Types too: `(html) => DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true })`. Called once for each part of a message.
   */
  sanitizeHtml: property<SanitizeHtml | undefined>({ attribute: false }),
  /** Fill `{{name}}` in `instructions`; a change holds at once. */
  variables: property<Variables | undefined>({ attribute: false }),
  /** Words of this element alone, over those of the language in force. See `setWords`. */
  words: property<VoxreelWords | undefined>({ attribute: false }),
};

/** The properties of `<realtime-voice>`. */
export interface VoiceProperties extends PropertiesOf<typeof voiceProperties> {}
