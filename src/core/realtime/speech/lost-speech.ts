// How long the user spoke while no wire could carry it, from the loudness of the microphone.

export interface LostSpeech {
  begin(): void;
  /** Milliseconds of speech since `begin`; 0 when it was not begun. */
  end(): number;
}

const pollMs = 50;
/** RMS above which it is a voice and not the room. */
const voiceLevel = 0.02;

export function createLostSpeech(level: () => number): LostSpeech {
  let timer: ReturnType<typeof setInterval> | undefined;
  let spokenMs = 0;
  let polledAt = 0;
  const poll = () => {
    const now = Date.now();
    // A hidden tab polls seldom: then what is heard now stands for all of the time since.
    if (level() > voiceLevel) spokenMs += now - polledAt;
    polledAt = now;
  };
  return {
    begin() {
      if (timer !== undefined) return;
      spokenMs = 0;
      polledAt = Date.now();
      timer = setInterval(poll, pollMs);
    },
    end() {
      clearInterval(timer);
      timer = undefined;
      const result = spokenMs;
      spokenMs = 0;
      return result;
    },
  };
}
