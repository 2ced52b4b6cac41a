// Every service of conversations whose wire the gateway translates, with the maker that plays it.
import { assemblyAiVoice } from './assembly-ai-voice.js';
import { deepgramVoice } from './deepgram-voice.js';
import { elevenLabsVoice } from './eleven-labs-voice.js';
import { glmVoice, qwenVoice, xaiVoice } from './near-voices.js';
import { openaiLiveVoice } from './openai-live-voice.js';
import type { VoiceJudge } from './voice-judge.js';

export const voiceJudges: readonly VoiceJudge[] = [
  assemblyAiVoice,
  deepgramVoice,
  elevenLabsVoice,
  glmVoice,
  openaiLiveVoice,
  qwenVoice,
  xaiVoice,
];
