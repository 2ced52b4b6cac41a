// English for what plays, shows and compares videos in <video-generator>. Loaded with it.
import type { WordsOf } from './words-of.js';

export const videoPlayingEnglish = {
  play: 'Play',
  pause: 'Pause',
  position: 'Position',
  positionValue: '{at} of {length}',
  mute: 'Mute',
  unmute: 'Sound on',
  speed: 'Speed',
  stepBack: 'One frame back',
  stepOn: 'One frame forward',
  fullScreen: 'Full screen',
  leaveScreen: 'Leave full screen',
  close: 'Close',
  previous: 'Previous result',
  next: 'Next result',
  place: '{number} of {count}',
  loading: 'Loading',
  made: 'Made',
  compareTitle: 'Side by side',
  compareShown: 'Shown here',
  compareNumber: 'Video {number}',
  left: 'Left',
  right: 'Right',
  sound: 'Sound',
  soundNone: 'none',
  swap: 'Swap sides',
  editClip: 'Edit clip…',
  saveChain: 'Save the chain of {count} clips as one file…',
  playChain: 'Play the chain of {count} clips',
  playClip: 'Play this clip alone',
  clips: 'Clips of the chain',
  continueHere: 'Continue from here',
  endHere: 'End the next video here',
};

/** The words of the player. */
export type VideoPlayingWords = WordsOf<typeof videoPlayingEnglish>;
