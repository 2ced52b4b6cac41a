// An element at work in a page, without a server: videos are drawn on the reader's device, a conversation comes from a recording.

const base = new URL('.', import.meta.url).href;
const built = (name) => import(`${base}cdn/${name}.js`);

const openers = {
  async video(element) {
    const { createVideoQueue, memoryStorage } = await built('core');
    element.queue = createVideoQueue({ baseUrl: base, name: 'live-example', storage: memoryStorage() });
    await built('video-generator');
    await element.updateComplete;
  },
  async voice(element) {
    const [{ createRealtimeSession }, { createReplayTransport }, log] = await Promise.all([
      built('core'),
      import(`${base}replay.js`),
      fetch(`${base}recordings/text.jsonl`).then((answer) => answer.text()),
    ]);
    element.session = createRealtimeSession({ baseUrl: base, model: 'recorded', transports: [createReplayTransport({ log, speed: 1 })] });
    await built('realtime-voice');
    await element.updateComplete;
    const button = element.parentElement.querySelector('button');
    button.hidden = false;
    button.addEventListener('click', () => {
      button.hidden = true;
      void element.connect();
    });
  },
};

/** @param {HTMLElement} example Its `data-live` says which element it has. */
export async function open(example) {
  const kind = example.dataset.live;
  await openers[kind](example.querySelector('video-generator, realtime-voice'));
  example.dataset.open = '';
}
