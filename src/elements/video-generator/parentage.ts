// What a draft was made from.
import { originOf } from '../../core/frame-origin.js';
import type { VideoDraft } from '../../core/providers/provider.js';
import type { TaskParentage } from '../../core/video/queue/video-queue.js';

/** As its pictures say, and the form (`formId`: the task it was taken from). Undefined where it is new. */
export function parentageOf({ image, lastImage }: VideoDraft, formId: string | undefined): TaskParentage | undefined {
  const [continues, leadsTo] = [originOf(image), originOf(lastImage)];
  const parentId = formId ?? continues?.id;
  if (parentId === undefined && leadsTo === undefined) return undefined;
  return {
    ...(parentId === undefined ? {} : { parentId }),
    ...(continues === undefined ? {} : { continues }),
    ...(leadsTo === undefined ? {} : { leadsTo }),
  };
}
