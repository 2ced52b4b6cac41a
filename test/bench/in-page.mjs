// The fold's bench as a page runs it: bundled by the bench command, started by the page.
import { vendor } from '../../.build/src/core/dialects/vendor.js';
import { foldConversation, initialConversation } from '../../.build/src/core/store/conversation.js';
import { transcript } from '../../.build/src/core/store/transcript.js';
import { createFoldBench } from './fold.mjs';

const bench = createFoldBench({ vendor, foldConversation, initialConversation, transcript });
globalThis.benchFold = () => ({
  againstParse: bench.againstParse(),
  withHistory: bench.withHistory(100, 10_000),
  withLength: bench.withLength(12, 192),
});
