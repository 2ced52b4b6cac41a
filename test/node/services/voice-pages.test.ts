// A spoken conversation with one service in a real Chromium. `npm run test:more` has all of them.
import { geminiVoice } from './gemini-voice.js';
import { voicePageSuite } from './voice-page-suite.js';

voicePageSuite(geminiVoice);
