// A spoken turn that the user begins and ends by hand.
import type { ClientEvent } from '../../dialects/dialect.js';
import { toVoxreelError, VoxreelError } from '../../errors.js';
import type { SpeechDelivery } from './speech-delivery.js';
import type { Voice } from './voice.js';

export interface PushToTalkOptions {
  readonly voice: Voice;
  readonly delivery: Pick<SpeechDelivery, 'audio'>;
  readonly send: (event: ClientEvent) => void;
  readonly failed: (error: VoxreelError) => void;
}

/** How a turn by hand ends. */
export interface StopTalkingOptions {
  /** `true` throws away what was said: it is not committed, and no answer is asked for. Default false. */
  readonly discard?: boolean | undefined;
}

/** Less than this committed is an error of real servers. */
const shortestTurnMs = 100;

/** Clears the buffer and lets the microphone through, opening it where that is needed. */
export function startTurn({ voice, send, failed }: PushToTalkOptions): void {
  send({ type: 'input_audio_buffer.clear' });
  voice.gate(true);
  if (voice.stream === undefined) voice.setMicrophone(true).catch((cause: unknown) => failed(toVoxreelError(cause, 'microphone_denied')));
}

/** Commits what was said and asks for an answer, or throws it away. */
export async function endTurn(
  { voice, delivery, send, failed }: PushToTalkOptions,
  { discard = false }: StopTalkingOptions = {},
): Promise<void> {
  if (!discard) await voice.flush();
  voice.gate(false);
  if (discard) return send({ type: 'input_audio_buffer.clear' });
  // The browser may still be asking for the microphone.
  const isSpoken = voice.stream !== undefined && (delivery.audio !== 'events' || voice.appendedMs >= shortestTurnMs);
  if (isSpoken && delivery.audio !== 'none') {
    send({ type: 'input_audio_buffer.commit' });
    send({ type: 'response.create' });
    return;
  }
  send({ type: 'input_audio_buffer.clear' });
  if (isSpoken)
    failed(new VoxreelError('audio_dropped', 'The connection carries no sound: what was said was not sent.', { retryable: true }));
}
