// The benches that run in any engine alike: in a process of Node, and bundled in a page.
import * as base64 from '../../.build/src/base/base64.js';
import * as codecs from '../../.build/src/core/audio/codecs.js';
import { vendor } from '../../.build/src/core/dialects/vendor.js';
import { initialConversation } from '../../.build/src/core/store/conversation.js';
import { foldConversation } from '../../.build/src/core/store/fold-conversation.js';
import { transcript } from '../../.build/src/core/store/transcript.js';
import { benchBase64 } from './base64.mjs';
import { createFoldBench } from './fold.mjs';
import { benchAgentsRealtime } from './peers.mjs';

export const bench = createFoldBench({ vendor, foldConversation, initialConversation, transcript });

export const engineBenches = {
  fold: ({ messages, minutes, history, seconds, warm }) => ({
    text: bench.ofText(messages, warm),
    speech: bench.ofSpeech(minutes, warm),
    history: bench.withHistory(100, history),
    length: bench.withLength(12, seconds),
  }),
  peers: ({ messages, minutes }) => benchAgentsRealtime(bench.foldAll, { messages, minutes }),
  base64: ({ pieceMs }) => benchBase64(base64, codecs, pieceMs),
};

globalThis.benches = engineBenches;
