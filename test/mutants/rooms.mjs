// The rooms whose tests `npm run mutants` judges: which sources it changes, and which tests are related to them.
/** `browserTests` judge what no test in Node notices. */
const node = (sources, tests, browserTests = []) => ({ sources, tests, browserTests, browser: false });
/** `nodeTests` judge what they import before a browser does. */
const browser = (sources, tests, nodeTests) => ({ sources, tests, nodeTests, browser: true });

const judges = ['voice', 'media', 'microphone-capture', 'barge-in', 'truncation'];
/** Without those that cut a call a hundred times or encode a film, which take minutes for a single fault. */
const calls = ['barge-in', 'dialects', 'media', 'microphone-capture', 'session', 'truncation', 'voice'];
const devices = ['call-recording', 'camera', 'chosen-microphone', 'microphone-capture', 'sound-options', 'speaker-output', 'voice'];

/** Paths are beginnings; a later room does not hold what an earlier one has. */
export const rooms = {
  store: node(['core/store/'], ['core/store/']),
  // Of a microphone, a camera and a speaker only a browser's tests can say much.
  audio: browser(
    ['core/audio/', ...devices.map((name) => `core/realtime/speech/${name}`)],
    ['core/audio/', ...judges.map((name) => `core/realtime/${name}`)],
    ['core/audio/', 'core/realtime/interrupted', 'core/realtime/speech/', 'core/transports/safari'],
  ),
  realtime: node(
    ['core/realtime/'],
    ['core/realtime/', 'core/transports/binary-wires'],
    calls.map((name) => `core/realtime/${name}`),
  ),
  records: node(['core/stored-record', 'core/clock'], ['core/stored-record']),
  persistence: browser(
    ['core/persistence/', 'core/tabs/', 'core/video/files/key-values'],
    ['core/persistence/', 'core/tabs/', 'core/video/files/key-values', 'core/video/queue/forget', 'core/video/queue/tabs'],
    ['core/persistence/', 'core/tabs/'],
  ),
  // What a queue does with files it does in a browser alone.
  video: node(
    ['core/video/'],
    ['core/video/', 'core/account/account-drafts', 'core/process-locks', 'fuzz/', 'protocol/video-fields', 'services/queue-models'],
    ['core/video/'],
  ),
  server: node(
    ['server/'],
    ['server/', 'services/gateway-services', 'services/files-and-hooks', 'services/relayed-wires', 'services/services'],
  ),
};

/** Node tests that start a browser or a second process for each run: minutes for a single fault. */
export const tooSlow = /busy-page|crash-matrix|quota|queue\/tabs|two-instances|drain|redis-groups/;
