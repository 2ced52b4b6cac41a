// One response at a time: asks the rehearsal what to say, has it performed, and ends it in the right status.
import type { ResponseConfig } from '../../protocol/index.js';
import { splitSentences } from '../speech/sentences.js';
import type { Spoken, Synthesizer } from '../speech/synthesizer.js';
import type { Conversation } from './conversation.js';
import { engineRateHz } from './loudness.js';
import type { Pace } from './pace.js';
import { performCall, performSpeech, performText } from './performance.js';
import type { Outcome, SpeechOutlet, Stage } from './performance.js';
import type { RateLimits } from './rate-limits.js';
import type { Refusal } from './refusal.js';
import { rehearse } from './rehearsal.js';
import type { RehearsalOutput } from './rehearsal.js';
import { createResponseWriter } from './response-writer.js';
import type { Emit, FinalStatus } from './response-writer.js';
import { voiceRefusal } from './session-state.js';
import type { SessionState, Settings } from './session-state.js';
import { inputTokens, usageOf } from './usage.js';
import type { TokenCount } from './usage.js';

export interface Responder {
  readonly active: boolean;
  /** The item being written, if any. */
  readonly openItemId: string | undefined;
  create(overrides?: ResponseConfig): Refusal | undefined;
  /** False when nothing was under way. */
  cancel(reason: CancelReason): boolean;
  close(): void;
}

export type CancelReason = 'client_cancelled' | 'turn_detected';

export interface ResponderOptions {
  readonly emit: Emit;
  readonly conversation: Conversation;
  readonly session: SessionState;
  readonly synthesizer: Synthesizer;
  readonly limits: RateLimits;
  readonly pace: Pace;
  readonly outlet: SpeechOutlet;
}

interface Running extends Stage {
  readonly stop: AbortController;
  readonly settings: Settings;
  readonly input: TokenCount;
}

export function createResponder(options: ResponderOptions): Responder {
  const { emit, conversation, session, limits, outlet } = options;
  let running: Running | undefined;
  let spoken = false;

  function end(run: Running, status: FinalStatus, details: Record<string, unknown> | null): void {
    if (run.writer.ended) return;
    running = undefined;
    run.stop.abort();
    run.writer.finish(status, details && { type: status, ...details }, usageOf(run.input, run.budget));
    limits.spend(run.input.text + run.input.audio + run.budget.text + run.budget.audio);
    emit('rate_limits.updated', { rate_limits: limits.entries() });
  }

  async function perform(run: Running, output: RehearsalOutput): Promise<Outcome> {
    if (output.type === 'call') return performCall(run, output.name, output.arguments);
    if (!run.settings.modalities.includes('audio')) return performText(run, output.text);
    spoken = true;
    session.spoke();
    if (output.type === 'play') return performSpeech(run, recording(output));
    return performSpeech(run, sentences(options.synthesizer, output.text, run));
  }

  async function run(current: Running): Promise<void> {
    try {
      // What is heard already is answered as it was when the answer began.
      const recognizing = conversation.items.flatMap((item) => item.recognizing ?? []);
      if (recognizing.length > 0) await Promise.all(recognizing);
      for (const output of rehearse({ items: conversation.items, settings: current.settings, now: new Date() })) {
        const outcome = current.signal.aborted ? 'stopped' : await perform(current, output);
        if (outcome === 'stopped') return;
        if (outcome === 'cut') return end(current, 'incomplete', { reason: 'max_output_tokens' });
      }
      end(current, 'completed', null);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      end(current, 'failed', { error: { type: 'server_error', code: 'server_error', message } });
    }
  }

  function create(overrides: ResponseConfig = {}): Refusal | undefined {
    if (running !== undefined) return underWay(running.writer.id);
    if (spoken && overrides.voice !== undefined && overrides.voice !== session.settings.voice) return voiceRefusal('response.voice');
    const settings = withOverrides(session.settings, overrides);
    const blocking = limits.admit();
    const current = started(options, settings, conversation);
    running = current;
    if (blocking === undefined) void run(current);
    else end(current, 'failed', { error: limitError(blocking) });
    return undefined;
  }

  return {
    get active() {
      return running !== undefined;
    },
    get openItemId() {
      return running?.writer.openItem?.id;
    },
    create,
    cancel(reason) {
      if (running === undefined) return false;
      const unplayedMs = outlet.clear();
      const part = running.writer.openItem?.parts[0];
      if (part !== undefined) part.audioMs = Math.max(0, part.audioMs - unplayedMs);
      end(running, 'cancelled', { reason });
      return true;
    },
    close() {
      running?.stop.abort();
      running = undefined;
    },
  };
}

const underWay = (id: string): Refusal => ({
  code: 'conversation_already_has_active_response',
  message: `Response ${id} is still under way.`,
  param: 'response',
});

function started({ emit, conversation, outlet, pace }: ResponderOptions, settings: Settings, { items }: Conversation): Running {
  const stop = new AbortController();
  const input = inputTokens(items, settings);
  return {
    writer: createResponseWriter({ emit, conversation }),
    budget: { text: 0, audio: 0, most: settings.max_output_tokens === 'inf' ? Infinity : settings.max_output_tokens },
    pace,
    outlet,
    format: settings.output_audio_format,
    signal: stop.signal,
    stop,
    settings,
    input,
  };
}

function withOverrides(settings: Settings, overrides: ResponseConfig): Settings {
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  return { ...settings, ...given };
}

const limitError = (entry: { readonly name: string; readonly reset_seconds: number }) => ({
  type: 'rate_limit_error',
  code: 'rate_limit_exceeded',
  message: `No ${entry.name} are left for this minute. Try again in ${entry.reset_seconds} s.`,
});

async function* sentences(synthesizer: Synthesizer, text: string, { settings, signal }: Running): AsyncGenerator<Spoken> {
  for (const sentence of splitSentences(text)) {
    try {
      yield await synthesizer.say(sentence, settings.voice, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  }
}

async function* recording(output: { readonly samples: Int16Array; readonly text: string }): AsyncGenerator<Spoken> {
  const endMs = (output.samples.length / engineRateHz) * 1000;
  yield { samples: output.samples, sampleRateHz: engineRateHz, words: [{ text: output.text, startMs: 0, endMs }] };
}
