// A page with the client of Pipecat. Its transport lets a page write the frames: in JSON here, so that the service needs no Protobuf.
import { PipecatClient } from '@pipecat-ai/client-js';
import { WavMediaManager, WebSocketTransport } from '@pipecat-ai/websocket-transport';

import { toBase64, toSamples } from './pcm.mjs';

const serializer = {
  serialize: (data) => JSON.stringify(data),
  serializeMessage: (message) => JSON.stringify(message),
  serializeAudio: (data) => JSON.stringify({ audio: toBase64(data) }),
  async deserialize(data) {
    const message = JSON.parse(data);
    return message.audio === undefined ? { type: 'message', message } : { type: 'audio', audio: toSamples(message.audio) };
  },
};

globalThis.talk = () => {
  const transport = new WebSocketTransport({ serializer, mediaManager: new WavMediaManager(), playerSampleRate: 24_000 });
  return new PipecatClient({ transport, enableMic: true, enableCam: false }).connect({
    wsUrl: `${location.origin.replace('http', 'ws')}/pipecat`,
  });
};
