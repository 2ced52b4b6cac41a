// The sound in one connection's events, in a worker: played as it comes, and silenced as soon as the service hears the user.
import type { AudioFormat } from '../../../protocol/session.js';
import { isRecord } from '../../../base/is-record.js';
import type { ServerEvent } from '../../dialects/dialect.js';
import { createAnswerSound } from '../speech/answer-sound.js';
import type { WorkerPlayer } from './worker-player.js';

export interface SocketSound {
  /** Of the answer that the service is making. */
  readonly responseId: string | undefined;
  /** The format where the service does not say; undefined: nothing is played. */
  begin(format: AudioFormat | undefined): void;
  /** Silence, where one of these asks for it: the number under which the player says what was heard. */
  cutBy(events: readonly ServerEvent[]): number | undefined;
  play(events: readonly ServerEvent[]): void;
}

export function createSocketSound(player: WorkerPlayer): SocketSound {
  let given: AudioFormat | undefined;
  let confirmed: unknown;
  let responseId: string | undefined;
  const format = (): AudioFormat => {
    const known = confirmed ?? given;
    return known === 'g711_ulaw' || known === 'g711_alaw' ? known : 'pcm16';
  };
  const sound = createAnswerSound({
    player: () => (given === undefined ? undefined : player.current),
    format,
    silenced: player.silenced,
  });
  const follow = (event: ServerEvent) => {
    if (event.type === 'response.created') responseId = event.response?.id;
    if (event.type === 'response.done' && (event.response?.id ?? responseId) === responseId) responseId = undefined;
    if ((event.type === 'session.created' || event.type === 'session.updated') && isRecord(event.session))
      confirmed = event.session['output_audio_format'] ?? confirmed;
  };
  return {
    get responseId() {
      return responseId;
    },
    begin(format) {
      given = format;
    },
    cutBy: (events) =>
      given !== undefined && events.some(({ type }) => type === 'input_audio_buffer.speech_started') ? player.cut(responseId) : undefined,
    play(events) {
      for (const event of events) {
        follow(event);
        sound(event);
      }
      player.report();
    },
  };
}
