// A page with wavtools, which leaves the wire to the page: as its README puts them together.
import { WavRecorder, WavStreamPlayer } from 'wavtools';

import { toBase64, toSamples } from './pcm.mjs';

globalThis.talk = async () => {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/plain`);
  const opened = new Promise((resolve) => socket.addEventListener('open', resolve));
  const recorder = new WavRecorder({ sampleRate: 24_000 });
  const player = new WavStreamPlayer({ sampleRate: 24_000 });
  socket.addEventListener('message', ({ data }) => {
    const { audio } = JSON.parse(data);
    if (audio !== undefined) player.add16BitPCM(toSamples(audio), 'answer');
  });
  await Promise.all([recorder.begin(), player.connect(), opened]);
  await recorder.record(({ mono }) => socket.send(JSON.stringify({ audio: toBase64(mono) })));
};
