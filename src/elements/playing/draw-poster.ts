// Draws the picture of a video file. Its code loads with the first file.
import type { DrawPoster } from '../../core/video/files/video-results.js';

/** For `results.drawPoster` of a queue without an element. Undefined where there is no document, or nothing here can show the file. */
export const drawPoster: DrawPoster = async (file, signal) => (await import('./poster.js')).posterOf(file, signal);
