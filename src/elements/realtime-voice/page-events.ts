// Tells the page of messages and function calls: `voice-message`, and `voice-tool-call`, which may answer for the person.
import type { RealtimeSession } from '../../core/realtime/session/realtime-session.js';
import type { ConversationState, TranscriptEntry } from '../../core/store/conversation-state.js';
import { transcriptEntry } from '../../core/store/transcript.js';
import { VoiceMessageEvent, VoiceToolCallEvent, type VoiceToolCall } from './events.js';
import { VoiceHandoverEvent } from './report-events.js';
import type { SessionListener } from './session-controller.js';
import { completedLine } from './transcript/completed-line.js';

const isComplete = (line: TranscriptEntry) => line.type === 'message' && line.status !== 'in_progress' && line.transcription !== 'pending';

/** `ask`: the page leaves it to the person whether a function may run. */
export function createPageEvents(page: EventTarget, ask: (call: VoiceToolCall) => void): SessionListener {
  /** Messages the page has had, and whether they were cut then. */
  const sent = new Map<string, boolean>();
  /** Calls that the page has been told of, or was asked about. */
  const told = new Set<string>();
  /** Items of calls, until it is known whether they run. */
  const waiting = new Set<string>();

  /** A call that runs without having been asked for is reported once it is known to run: what it runs with is then complete. */
  const reportRunning = (state: ConversationState) => {
    for (const id of Array.from(waiting)) {
      const { toolStatus, callId, name = '', arguments: text = '' } = transcriptEntry(state, id) ?? {};
      if (callId === undefined || toolStatus === undefined || toolStatus === 'awaiting_approval') continue;
      waiting.delete(id);
      if (told.has(callId)) continue;
      told.add(callId);
      page.dispatchEvent(new VoiceToolCallEvent({ callId, name, arguments: text }, false));
    }
  };
  return {
    followed() {
      sent.clear();
      told.clear();
      waiting.clear();
    },
    event(event, session) {
      const line = completedLine(event, session.store.get());
      if (line === undefined) return;
      if (isComplete(line) && sent.get(line.id) !== line.cut) {
        sent.set(line.id, line.cut);
        page.dispatchEvent(new VoiceMessageEvent(line));
      }
      if (line.type === 'function_call') waiting.add(line.id);
    },
    changed: reportRunning,
    handover: (handover) => void page.dispatchEvent(new VoiceHandoverEvent(handover)),
    approval(call, session) {
      told.add(call.callId);
      if (!answeredByPage(page, call, session)) ask(call);
    },
  };
}

function answeredByPage(page: EventTarget, call: VoiceToolCall, session: RealtimeSession): boolean {
  const event = new VoiceToolCallEvent(call, true);
  page.dispatchEvent(event);
  const answered = event.defaultPrevented || event.allowed;
  if (answered) session.approveTool(call.callId, event.allowed);
  return answered;
}
