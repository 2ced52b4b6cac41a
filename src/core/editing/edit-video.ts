// Editing on the device, as a page calls it. What does the work loads with the first call.
import { loadPart } from '../load-part.js';
import type { EditingOptions, JoiningOptions, VideoEdit } from './edit.js';

const load = () => loadPart(() => import('./start-job.js'));

/**
 * A new file, made in a worker. Pictures that stay as they are, are copied. Content credentials (C2PA) of the source are not carried over:
 * they hold for its bytes alone.
 *
 * Throws `invalid_input` (`param` names the field of the edit, or `source`), `unsupported` (this browser cannot decode or encode it, or the
 * package `mediabunny` is missing), `aborted`, `network` (the code for it could not be loaded).
 */
export async function editVideo(source: Blob, edit: VideoEdit, options: EditingOptions = {}): Promise<Blob> {
  return (await load()).startEdit(source, edit, options);
}

/**
 * One file of all clips, without gaps. Where their codecs and sizes match, nothing is encoded again; otherwise all are fitted into the size
 * of the first. Content credentials (C2PA) are not carried over. Throws as `editVideo` does.
 */
export async function joinVideos(sources: readonly Blob[], options: JoiningOptions = {}): Promise<Blob> {
  return (await load()).startJoin(sources, options);
}
