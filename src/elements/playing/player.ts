// What plays a video: the part that an element of the page and a player of files have in common. Types alone.

/** Names and units are those of `HTMLMediaElement`, which is one. */
export interface Player extends EventTarget {
  /** Seconds. */
  currentTime: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly seeking: boolean;
  readonly readyState: number;
  muted: boolean;
  /** 0 to 1. */
  volume: number;
  loop: boolean;
  playbackRate: number;
  play(): Promise<void>;
  pause(): void;
}
