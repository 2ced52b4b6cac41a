// The benches a page runs: bundled by the bench command, started by the page.
import * as base64 from '../../.build/src/core/base64.js';
import * as codecs from '../../.build/src/core/audio/codecs.js';
import { vendor } from '../../.build/src/core/dialects/vendor.js';
import { foldConversation, initialConversation } from '../../.build/src/core/store/conversation.js';
import { transcript } from '../../.build/src/core/store/transcript.js';
import { benchBase64 } from './base64.mjs';
import { createFoldBench } from './fold.mjs';
import { benchAgentsRealtime } from './peers.mjs';

const bench = createFoldBench({ vendor, foldConversation, initialConversation, transcript });
globalThis.benchPage = async () => ({
  againstParse: bench.againstParse(),
  withHistory: bench.withHistory(100, 10_000),
  withLength: bench.withLength(12, 192),
  base64: benchBase64(base64, codecs),
  peers: await benchAgentsRealtime(),
});
