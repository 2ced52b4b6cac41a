// What lives as long as a call, and what the call asks of the session's configuration, which outlives it.
import type { AudioFormat, SessionConfig } from '../../../protocol/session.js';
import type { AnyDialect } from '../../dialects/dialect.js';
import type { EventSender } from '../events/send-event.js';
import type { SendQueue } from '../events/send-queue.js';
import type { VoiceTool } from '../tools/define-tool.js';
import type { Speech } from '../speech/speech.js';

/** What instructions are filled with, by name. */
export type Variables = Readonly<Record<string, string | number>>;

/** What instructions are completed with. */
export interface Briefing {
  readonly variables?: Variables | undefined;
  readonly context?: unknown;
}

export interface CallSettings {
  readonly current: SessionConfig;
  /** Applies a change; gives what to send to the server. */
  patch(patch: SessionConfig | undefined): SessionConfig | undefined;
  /** Takes note of what the instructions are completed with now; gives the change that tells the server. */
  brief(change: Briefing): SessionConfig;
  /** The page's tools from now on. */
  useTools(tools: readonly VoiceTool[]): void;
  /** All of it, with the page's tools, as it is sent to a server. */
  complete(): SessionConfig;
  /** As the server said it, else as asked for. */
  format(key: 'input_audio_format' | 'output_audio_format'): AudioFormat;
}

/** What a call is changed by when another agent takes over. */
export interface PreparedHandover {
  readonly model: string | undefined;
  /** As that model speaks it, where the service's list of models says so. */
  readonly dialect: AnyDialect | undefined;
  readonly patch: SessionConfig;
  /** With their JSON schemas. */
  readonly tools: readonly VoiceTool[] | undefined;
}

/** What the connection and the effects of a call act on. */
export interface CallParts {
  readonly dialect: AnyDialect;
  readonly settings: CallSettings;
  readonly sender: EventSender;
  readonly queue: SendQueue;
  readonly speech: Speech;
}
