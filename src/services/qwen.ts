// Qwen-Omni, at Alibaba Cloud: OpenAI's earlier realtime events, 16 kHz in and 24 kHz out, tools nested. Facts: the source of Alibaba's `dashscope` SDK for Python
// (`OmniRealtimeConversation`) and the client and server events of its documentation (2026-10-23). Its temporary keys may do all that the key itself may: none is given to a page.
import { baseOf, modelsOf } from './ask.js';
import { nearConversation, type NearWire } from './near-wire.js';
import { socketAddress, type Fields } from './replies.js';
import { given } from './request.js';
import type { Opening, Service, ServiceModel, ServiceOptions } from './service.js';

const models: readonly ServiceModel[] = [
  { model: 'qwen3.5-omni-plus-realtime', kind: 'realtime', title: 'Qwen 3.5 Omni Plus', voices: ['Tina'], formats: ['pcm16'] },
  { model: 'qwen3.5-omni-flash-realtime', kind: 'realtime', title: 'Qwen 3.5 Omni Flash', voices: ['Tina'], formats: ['pcm16'] },
  { model: 'qwen3-omni-flash-realtime', kind: 'realtime', title: 'Qwen 3 Omni Flash', voices: ['Cherry'], formats: ['pcm16'] },
  { model: 'qwen*-realtime', kind: 'realtime', title: 'Qwen Omni', formats: ['pcm16'] },
];

/** The only one there is. */
const hearing = { model: 'qwen3-asr-flash-realtime' };

/** What stands in a `session.update`. Sound never comes without its words. */
function qwenSession({ session }: Opening): Fields {
  const { modalities, voice, instructions, temperature, turn_detection, tools } = session;
  return given({
    modalities: modalities?.includes('audio') === false ? ['text'] : ['text', 'audio'],
    voice,
    instructions,
    input_audio_format: 'pcm',
    output_audio_format: 'pcm',
    input_audio_transcription: session.input_audio_transcription && hearing,
    turn_detection,
    tools: tools?.map(({ name, description, parameters }) => ({ type: 'function', function: given({ name, description, parameters }) })),
    temperature,
  });
}

const wire: NearWire = { maker: 'Qwen', session: qwenSession, rates: { input: 16_000, output: 24_000 } };

/**
 * `baseUrl` is that of the region, or of the workspace, which the newest models want: `https://<workspace>.ap-southeast-1.maas.aliyuncs.com`.
 * @param options The key, and where to reach the maker.
 */
export function qwen({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://dashscope-intl.aliyuncs.com');
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    id: 'qwen',
    title: 'Qwen Omni',
    models: modelsOf(options, models, 'realtime'),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'dashscope-intl.aliyuncs.com' : new URL(base).origin],
    fetch,
    realtime: {
      socket: ({ model }) => ({ url: socketAddress(base, '/api-ws/v1/realtime', { model }), headers }),
      open: (opening) => nearConversation(opening, wire),
    },
  };
}
