// What Veo 3.1 takes, wherever it is offered: https://ai.google.dev/gemini-api/docs/video.
import type { ModelLimits } from './service.js';

export const veoLimits = {
  durations: [4, 6, 8],
  sizes: ['1280x720', '720x1280', '1920x1080', '1080x1920'],
} satisfies ModelLimits;

/** Up to three, without frames. With references it makes eight seconds and no other length. */
export const veoReferences = { max: 3, alone: true, durations: [8] } satisfies ModelLimits['references'];
