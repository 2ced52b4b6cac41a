// The rooms whose tests `npm run mutants` judges: which sources it changes, and which tests are related to them.
const node = (sources, tests) => ({ sources, tests, browser: false });
const browser = (sources, tests) => ({ sources, tests, browser: true });

/** Paths are beginnings; a later room does not hold what an earlier one has. */
export const rooms = {
  store: node(['core/store/'], ['core/store/']),
  realtime: node(['core/realtime/'], ['core/realtime/']),
  records: node(['core/stored-record', 'core/clock'], ['core/stored-record']),
  persistence: browser(
    ['core/persistence/', 'core/tabs/', 'core/video/files/key-values'],
    ['core/persistence/', 'core/tabs/', 'core/video/forget'],
  ),
  video: node(['core/video/'], ['core/video/', 'fuzz/']),
  server: node(['server/'], ['server/']),
  audio: browser(['core/audio/'], ['core/audio/']),
};

/** Tests that start a browser or a second process for each run: minutes for a single fault. */
export const tooSlow = /crash-matrix|quota|video\/tabs|two-instances|drain/;
