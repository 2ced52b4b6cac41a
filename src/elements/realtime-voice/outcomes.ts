// Turns what a session reports into what the page and the screen reader are told: messages, function calls, sentences. Knows no template.
import type { ServerEvent } from '../../core/dialects/dialect.js';
import type { RealtimeSession } from '../../core/realtime/realtime-session.js';
import type { ConversationState, TranscriptEntry } from '../../core/store/conversation-state.js';
import { liveTranscript, transcriptEntry } from '../../core/store/transcript.js';
import { VoiceMessageEvent, VoiceToolCallEvent, type VoiceToolCall } from './events.js';
import { endOfSentences } from './sentences.js';
import type { SessionListener } from './session-controller.js';

/** Sentences that end within this time are said as one, so that fast text does not cut itself off. */
const gatherMs = 700;

/** The item an event completes, or undefined. */
function completedBy(event: ServerEvent): string | undefined {
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

export function createOutcomes(
  host: EventTarget,
  say: (text: string) => void,
  describeCall: (call: VoiceToolCall) => string,
): SessionListener {
  /** Messages told, and whether they were cut then. */
  const told = new Map<string, boolean>();
  const askedFor = new Set<string>();
  /** Calls heard of by item, until it is known whether they run. */
  const runningCalls = new Map<string, VoiceToolCall>();
  const speech = createSpeech(say);
  return {
    followed() {
      told.clear();
      askedFor.clear();
      runningCalls.clear();
    },
    event(event, session) {
      const state = session.store.get();
      const id = completedBy(event);
      const line = id === undefined ? undefined : transcriptEntry(state, id);
      if (line !== undefined && isWhole(line) && told.get(line.id) !== line.cut) {
        told.set(line.id, line.cut);
        host.dispatchEvent(new VoiceMessageEvent(line));
      }
      if (line?.type === 'function_call' && line.callId !== undefined && !askedFor.has(line.callId)) {
        runningCalls.set(line.id, { callId: line.callId, name: line.name ?? '', arguments: line.arguments ?? '' });
      }
      if (line?.type === 'message' && line.role === 'assistant' && !line.spoken) speech.add(line, true);
    },
    changed(state) {
      liveTranscript(state).forEach(sayLive);
      if (runningCalls.size > 0) tellRunning(state);
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

  /** A call that runs without having been asked for is told once it is known to run. */
  function tellRunning(state: ConversationState): void {
    for (const [id, call] of [...runningCalls]) {
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
    else say(describeCall(call));
  }
}

/** Says text by whole sentences as it grows. What is heard as audio must not be given here: it would be said twice. */
function createSpeech(say: (text: string) => void) {
  const saidUpTo = new Map<string, number>();
  let waiting = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(line: { readonly id: string; readonly text: string }, done: boolean): void {
      const from = saidUpTo.get(line.id) ?? 0;
      const end = endOfSentences(line.text, from, done);
      if (end <= from) return;
      saidUpTo.set(line.id, end);
      waiting += `${line.text.slice(from, end).trim()} `;
      timer ??= setTimeout(() => {
        timer = undefined;
        say(waiting.trim());
        waiting = '';
      }, gatherMs);
    },
  };
}
