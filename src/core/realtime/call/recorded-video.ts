// The recording of a call as a video: what makes it loads with the first one.
import { loadPart } from '../../load-part.js';
import type { ConversationState } from '../../store/conversation-state.js';
import type { CallLog } from '../history/call-log.js';
import type { ExportVideoOptions } from '../../editing/film-job.js';
import type { Voice } from '../speech/voice.js';

export async function recordedVideo(
  log: CallLog,
  state: ConversationState,
  voice: Pick<Voice, 'recordedSound'>,
  options?: ExportVideoOptions,
): Promise<Blob> {
  const sound = await voice.recordedSound();
  const { exportVideo } = await loadPart(() => import('../history/export-video.js'));
  return exportVideo({ log: log.export('jsonl', state), beganAt: log.beganAt, sound }, options);
}
