// The user's turns: typed, spoken by push to talk, or an interruption of the answer. Knows no connection but how audio travels.
import { toVoxreelError, VoxreelError } from '../../errors.js';
import type { SessionEffects } from '../session-effects.js';
import type { Outbox } from '../events/send-queue.js';
import type { Post } from '../events/route-event.js';
import type { RealtimeSession } from '../session/session-options.js';
import type { Voice } from './voice.js';

export type Turns = Pick<RealtimeSession, 'sendText' | 'interrupt' | 'startTalking' | 'stopTalking'>;

export interface TurnsOptions {
  readonly post: Post;
  readonly outbox: Pick<Outbox, 'responding'>;
  readonly effects: Pick<SessionEffects, 'bargeIn' | 'context'>;
  readonly voice: Voice;
  readonly audio: () => 'track' | 'events' | 'none';
  readonly wantsSound: () => boolean;
  readonly failed: (error: VoxreelError) => void;
}

/** Less than this committed is an error of real servers. */
const shortestTurnMs = 100;

export function createTurns({ post, outbox, effects, voice, audio, wantsSound, failed }: TurnsOptions): Turns {
  const interrupt = () => void effects.bargeIn.interrupt(effects.context);
  const takeTheWord = () => {
    if (outbox.responding || (wantsSound() && voice.speaker?.playing === true)) interrupt();
  };
  const finish = async () => {
    await voice.flush();
    voice.gate(false);
    // The browser may still be asking for the microphone.
    const said = voice.stream !== undefined && (audio() !== 'events' || voice.appendedMs >= shortestTurnMs);
    if (said && audio() !== 'none') {
      post({ type: 'input_audio_buffer.commit' });
      post({ type: 'response.create' });
    } else {
      post({ type: 'input_audio_buffer.clear' });
      if (said)
        failed(new VoxreelError('audio_dropped', 'The connection carries no sound: what was said was not sent.', { retryable: true }));
    }
  };
  return {
    interrupt,
    sendText(text) {
      takeTheWord();
      post({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'text', text }] } });
      post({ type: 'response.create' });
    },
    startTalking() {
      takeTheWord();
      post({ type: 'input_audio_buffer.clear' });
      voice.gate(true);
      if (voice.stream === undefined)
        voice.setMicrophone(true).catch((cause: unknown) => failed(toVoxreelError(cause, 'microphone_denied')));
    },
    stopTalking: () => void finish(),
  };
}
