// Every service of conversations in a real Chromium: a spoken turn, an interruption, a tool, a lost connection.
import { azureVoice, openaiVoice } from '../../node/services/ga-voices.js';
import { geminiVoice } from '../../node/services/gemini-voice.js';
import { pageVoice } from '../../node/services/page-voice.js';
import { voiceJudges } from '../../node/services/voice-judges.js';
import { voicePageSuite } from '../../node/services/voice-page-suite.js';

for (const judge of [...voiceJudges.map(pageVoice), openaiVoice, azureVoice, geminiVoice]) voicePageSuite(judge);
voicePageSuite(geminiVoice, { dialect: 'gemini-live' });
