// Turns what a session reports into what the page and the screen reader are told: messages, function calls, sentences. Knows no template.
import type { ServerEvent } from '../../core/dialects/dialect.js';
import type { RealtimeSession } from '../../core/realtime/session/realtime-session.js';
import type { ConversationState, TranscriptEntry } from '../../core/store/conversation-state.js';
import { liveTranscript, transcriptEntry } from '../../core/store/transcript.js';
import { fill } from '../shared/strings.js';
import type { ConversationWords } from './conversation-words.js';
import { VoiceMessageEvent, VoiceToolCallEvent, type VoiceToolCall } from './events.js';
import type { SessionListener } from './session-controller.js';
import { createSpeech } from './transcript/speech.js';

/** The item an event completes, or undefined; by the wire, so it may be anything. */
function completedBy(event: ServerEvent): unknown {
  switch (event.type) {
    case 'response.output_item.done':
    case 'conversation.item.created':
      return event.item?.id;
    case 'conversation.item.truncated':
    case 'conversation.item.input_audio_transcription.completed':
    case 'conversation.item.input_audio_transcription.failed':
      return event.item_id;
    default:
      return undefined;
  }
}

const isWhole = (line: TranscriptEntry) => line.type === 'message' && line.status !== 'in_progress' && line.transcription !== 'pending';

/** What is said to a screen reader, and when it must not be. */
export interface Telling {
  say(text: string, urgency?: 'polite' | 'assertive'): void;
  words(): ConversationWords;
  /** True while an answer is heard: nothing is said over it that can be read later. */
  sounding(): boolean;
  /** The question whether a function may run. */
  ask(call: VoiceToolCall): string;
}

export function createOutcomes(host: EventTarget, telling: Telling): SessionListener {
  /** Messages told, and whether they were cut then. */
  const told = new Map<string, boolean>();
  const askedFor = new Set<string>();
  /** Calls heard of by item, until it is known whether they run. */
  const runningCalls = new Map<string, VoiceToolCall>();
  /** Calls that have not ended, by item: their names. */
  const openCalls = new Map<string, string>();
  const speech = createSpeech(
    (text) => telling.say(text),
    () => telling.words().code,
  );
  return {
    followed() {
      told.clear();
      askedFor.clear();
      runningCalls.clear();
      openCalls.clear();
    },
    event(event, session) {
      const state = session.store.get();
      const id = completedBy(event);
      const line = typeof id === 'string' ? transcriptEntry(state, id) : undefined;
      if (line !== undefined && isWhole(line) && told.get(line.id) !== line.cut) {
        told.set(line.id, line.cut);
        host.dispatchEvent(new VoiceMessageEvent(line));
      }
      if (line?.type === 'function_call' && line.callId !== undefined && !askedFor.has(line.callId)) {
        runningCalls.set(line.id, { callId: line.callId, name: line.name ?? '', arguments: line.arguments ?? '' });
      }
      if (line?.type === 'function_call' && event.type === 'response.output_item.done') openCalls.set(line.id, line.name ?? '');
      if (line === undefined || line.type !== 'message') return;
      // An item that is created may be one that was said long ago.
      if (event.type === 'response.output_item.done' && line.role === 'assistant' && !line.spoken) speech.add(line, true);
      if (event.type.startsWith('conversation.item.input_audio_transcription.')) sayOwn(line);
    },
    changed(state) {
      liveTranscript(state).forEach(sayLive);
      if (runningCalls.size > 0) tellRunning(state);
      if (openCalls.size > 0) sayFailed(state);
    },
    approval(call, session) {
      askedFor.add(call.callId);
      for (const [id, { callId }] of runningCalls) if (callId === call.callId) runningCalls.delete(id);
      answerApproval(call, session);
    },
  };

  function sayLive(line: TranscriptEntry): void {
    if (line.role === 'assistant' && line.type === 'message' && !line.spoken) speech.add(line, false);
  }

  /** What was understood of the person's own words. */
  function sayOwn(line: TranscriptEntry): void {
    const words = telling.words();
    if (line.transcription === 'failed') telling.say(words.untranscribed);
    else if (!telling.sounding() && line.text !== '') telling.say(`${words.you}: ${line.text}`);
  }

  function sayFailed(state: ConversationState): void {
    for (const [id, name] of openCalls) {
      const toolStatus = transcriptEntry(state, id)?.toolStatus;
      if (toolStatus === 'failed') telling.say(fill(telling.words().callBroke, { name }));
      if (toolStatus === 'failed' || toolStatus === 'completed' || toolStatus === 'denied') openCalls.delete(id);
    }
  }

  /** A call that runs without having been asked for is told once it is known to run. */
  function tellRunning(state: ConversationState): void {
    for (const [id, call] of Array.from(runningCalls)) {
      const toolStatus = transcriptEntry(state, id)?.toolStatus;
      if (toolStatus === undefined || toolStatus === 'awaiting_approval') continue;
      runningCalls.delete(id);
      host.dispatchEvent(new VoiceToolCallEvent(call, false));
    }
  }

  function answerApproval(call: VoiceToolCall, session: RealtimeSession): void {
    const event = new VoiceToolCallEvent(call, true);
    host.dispatchEvent(event);
    if (event.defaultPrevented || event.allowed) session.approveTool(call.callId, event.allowed);
    else telling.say(telling.ask(call), 'assertive');
  }
}
