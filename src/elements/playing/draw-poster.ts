// Draws the picture of a video. Its code loads with the first one.
import type { DrawPoster } from '../../core/video/files/video-results.js';

/** For `results.drawPoster` of a queue without an element. Undefined where there is no document, or nothing here can show the video. */
export const drawPoster: DrawPoster = async (video, signal) => (await import('./poster.js')).posterOf(video, signal);
