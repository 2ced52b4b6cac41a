// How late what the graph gives out is heard.

/** What Firefox says of PulseAudio is 20 to 50 ms. */
const firefoxOnLinuxSeconds = 0.035;

/**
 * Seconds from `currentTime` to the ear, as far as the browser tells. Firefox on Linux and the BSDs is not asked: while the sound begins, the answer
 * waits for PulseAudio, PulseAudio for the graph, and the graph for the caller; the page never comes back (seen in Firefox 153 ESR).
 */
export const outputLatencySeconds = (context: AudioContext): number =>
  /X11;.*Firefox\//.test(navigator.userAgent) ? firefoxOnLinuxSeconds : context.outputLatency || context.baseLatency || 0;
