// How long an answer took: from the end of what was said to its first piece, and to its first sound. Knows event types, no clock of its own.

export interface Latency {
  readonly firstDeltaMs: number | undefined;
  readonly heardMs: number | undefined;
}

export interface LatencyMeter {
  /** A server event, or the type of a sent one, at `nowMs`. Returns true when the reading changed. */
  event(type: string, nowMs: number): boolean;
  /** The first sound of the answer is playing. Returns true when the reading changed. */
  heard(nowMs: number): boolean;
  readonly reading: Latency;
}

const starts = new Set(['input_audio_buffer.speech_stopped', 'response.create']);
const isDelta = (type: string) => type.startsWith('response.') && type.endsWith('.delta');

export function createLatencyMeter(): LatencyMeter {
  let startMs: number | undefined;
  let firstDeltaMs: number | undefined;
  let reading: Latency = { firstDeltaMs: undefined, heardMs: undefined };
  const publish = (heardMs: number | undefined) => {
    reading = { firstDeltaMs, heardMs };
    return true;
  };
  return {
    event(type, nowMs) {
      if (starts.has(type)) {
        startMs = nowMs;
        firstDeltaMs = undefined;
        return false;
      }
      if (startMs === undefined || firstDeltaMs !== undefined || !isDelta(type)) return false;
      firstDeltaMs = nowMs - startMs;
      return publish(undefined);
    },
    heard(nowMs) {
      if (startMs === undefined || firstDeltaMs === undefined || reading.heardMs !== undefined) return false;
      return publish(nowMs - startMs);
    },
    get reading() {
      return reading;
    },
  };
}
