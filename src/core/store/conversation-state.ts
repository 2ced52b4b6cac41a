// What a conversation is, past the wire: camelCase, plain, immutable. Its only writer is the fold beside it.
import type { ItemDetails, PartDetails } from '../../protocol/item-fields.js';
import type { SessionObject } from '../../protocol/session.js';
import type { ServerEvent } from '../dialects/dialect.js';
import type { PersistentMap } from './persistent-map.js';

/** One part of a message: a text, sound or a picture. */
export interface ConversationPart extends PartDetails {
  /** `text`, `audio` or a word of the server's. */
  readonly type: string;
  /** Written text, or the transcript of the audio. */
  readonly text: string;
  /** Milliseconds of audio received so far, 0 for text. The audio itself is never kept here. */
  readonly audioMs: number;
  /** Its final text is known: later deltas change nothing. */
  readonly done: boolean;
}

/** How far a call of a tool is. */
export type ToolStatus = 'awaiting_approval' | 'running' | 'completed' | 'failed' | 'denied';

/** One stretch of speech by one speaker, where the service tells speakers apart. */
export interface TranscriptSegment {
  readonly id: string;
  /** The service's label, such as `A`. */
  readonly speaker: string;
  readonly text: string;
  /** From the beginning of the item's audio. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Every key is always there, as in the state: copies of one shape are fast. */
export interface ConversationItem extends ItemDetails {
  readonly id: string;
  /** `message`, `function_call`, `function_call_output`, `mcp_call`, `mcp_approval_request`, `mcp_list_tools`, `handover` or a word of the server's. */
  readonly type: string;
  /** As the server says, or `person` for one of the page's own; else `assistant` for calls, `tool` for their outputs. */
  readonly role: string;
  /** `in_progress`, `completed`, `incomplete` or a word of the server's. */
  readonly status: string;
  readonly parts: readonly ConversationPart[];
  readonly responseId: string | undefined;
  /** Where a call stands: one that runs here, or one of an MCP server; of a request for approval, whether a person allowed it. */
  readonly toolStatus: ToolStatus | undefined;
  /** Transcription of the user's speech. */
  readonly transcription: 'pending' | 'completed' | 'failed' | undefined;
  readonly transcriptionError: string | undefined;
  /** In order of time; undefined where the service does not tell speakers apart. */
  readonly segments: readonly TranscriptSegment[] | undefined;
  /** The item stands for this long a silence, after which the service spoke up by itself. */
  readonly silentMs: number | undefined;
  /** Milliseconds of this item's audio that were heard; absent until playback began or where audio is a track. */
  readonly heardMs: number | undefined;
  /** Milliseconds at which the item was cut. */
  readonly truncatedAtMs: number | undefined;
  /** The last event folded into it, so that the same one repeated is not added twice. */
  readonly lastEventId: string | undefined;
}

/** An error that the server or the page reported in a conversation. */
export interface ConversationError {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly param?: string | undefined;
  /** The client event that caused it. */
  readonly eventId?: string | undefined;
}

/** What the service says is left of a limit. */
export interface RateLimitState {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Tokens that a conversation has used. */
export interface UsageState {
  readonly totalTokens: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Responses counted. */
  readonly responses: number;
}

/** A place in the conversation's order. It has no item while an item was only named, and none again once deleted. */
export interface ConversationEntry {
  readonly item: ConversationItem | undefined;
  readonly deleted: boolean;
  /** Its neighbors now. */
  readonly previousId: string | undefined;
  readonly nextId: string | undefined;
  /** The item the server said it follows. */
  readonly follows: string | undefined;
}

/** The part of an answer that is arriving now. */
export interface ConversationStream {
  readonly id: string;
  /** Index of the part. */
  readonly at: number;
  /** Of the part, as in `ConversationPart`: all of it, not only what was added. */
  readonly type: string;
  readonly text: string;
  readonly audioMs: number;
  readonly lastEventId: string | undefined;
}

/** Every key is always there: one hidden class keeps the fold fast. */
export interface ConversationState {
  readonly sessionId: string | undefined;
  /** The session as the server last described it, in its own words. */
  readonly session: SessionObject | undefined;
  readonly conversationId: string | undefined;
  /** Every known item by id, linked in conversation order from `firstId` to `lastId`. Read it with `items(state)`. */
  readonly entries: PersistentMap<ConversationEntry>;
  readonly firstId: string | undefined;
  readonly lastId: string | undefined;
  /** Items in progress: newer than the same item in `entries`, and few. */
  readonly live: readonly ConversationItem[];
  /** The part that grows now: newer than the same part of its item. A delta copies this and nothing else. */
  readonly stream: ConversationStream | undefined;
  /** The response being generated. */
  readonly activeResponseId: string | undefined;
  /** Ended responses, so that a repeated `response.done` is counted once. */
  readonly endedResponses: PersistentMap<true>;
  readonly lastResponse: { readonly id: string; readonly status: string; readonly reason: string | undefined } | undefined;
  readonly usage: UsageState;
  readonly rateLimits: readonly RateLimitState[];
  /** The newest last; at most 50. */
  readonly errors: readonly ConversationError[];
  /** Server voice detection: is the user speaking, and since when (milliseconds from session start). */
  readonly speech: { readonly active: boolean; readonly startedMs: number | undefined; readonly stoppedMs: number | undefined };
  /** The response whose sound the server is sending on a track; undefined while it sends none, and where it does not say. */
  readonly soundingId: string | undefined;
  readonly unknownEvents: number;
  /** Who speaks since the conversation was handed over; undefined before. `role`: `assistant`, or `person` for one of the page's own. */
  readonly speaker: { readonly role: string; readonly name: string | undefined } | undefined;
}

/** What happened on this side. Folded like server events, and recorded with them. */
export type LocalEvent =
  /** Playback of an item reached this millisecond. Sent a few times a second. */
  | { readonly type: 'local.heard'; readonly item_id: string; readonly content_index: number; readonly audio_end_ms: number }
  | { readonly type: 'local.tool'; readonly call_id: string; readonly status: ToolStatus }
  /** The connection is gone: what was streaming stays as it is, incomplete. */
  | { readonly type: 'local.disconnected' }
  /** Everything kept of the user is deleted: nothing stays here either. */
  | { readonly type: 'local.forgotten' };

/** What `foldConversation` takes: an event of the server, or one of the page. */
export type ConversationEvent = ServerEvent | LocalEvent;

/** One entry of `transcript(state)`, in conversation order. */
export interface TranscriptEntry extends Partial<ItemDetails>, Partial<PartDetails> {
  readonly id: string;
  readonly role: string;
  readonly type: string;
  readonly status: string;
  /** All text of the item: written, spoken (transcript), or of a call `name(arguments)`, or of an output the output. */
  readonly text: string;
  /** `text` up to this character was heard; the rest is still to come, or was cut when `cut` is true. Absent where nothing is played here. */
  readonly heardLength?: number | undefined;
  /** True when the item was cut by an interruption. */
  readonly cut: boolean;
  readonly spoken: boolean;
  /** What `text` is made of, each with its kind and format. */
  readonly parts?: readonly ConversationPart[] | undefined;
  readonly toolStatus?: ToolStatus | undefined;
  readonly transcription?: ConversationItem['transcription'];
  readonly transcriptionError?: string | undefined;
  readonly segments?: ConversationItem['segments'];
  readonly silentMs?: number | undefined;
}

/** One thing that was said in words. */
export interface SaidLine {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}
