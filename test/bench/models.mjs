// The list of models, asked over HTTP of a gateway before every service there is and of one before a single service, in turns. No maker may be asked for it.
import { serve } from '../../.build/src/server/node.js';
import { createGateway } from '../../.build/src/server/index.js';
import * as services from '../../.build/src/services/index.js';

const apiKey = 'a-key-that-no-maker-has-given';
/** Those that need no more than a key. */
const plain = [
  services.ark,
  services.assemblyAi,
  services.dashScope,
  services.deepgram,
  services.elevenLabs,
  services.fal,
  services.glm,
  services.google,
  services.luma,
  services.miniMax,
  services.openai,
  services.openRouter,
  services.qwen,
  services.replicate,
  services.runway,
  services.xai,
];

/** Every service, with a `fetch` that nobody may call. */
function all(fetch) {
  return [
    ...plain.map((service) => service({ apiKey, fetch })),
    services.azure({ apiKey, endpoint: 'https://name.openai.azure.com', fetch }),
    services.kling({ accessKey: apiKey, secretKey: apiKey, fetch }),
    services.openaiLive({ apiKey, fetch }),
    services.videosApi({ apiKey, baseUrl: 'https://relay.example.org/v1', models: ['sora-2'], fetch }),
  ];
}

async function gatewayOf(offered) {
  const gateway = createGateway({
    services: offered,
    secret: 'a long random text of the site',
    authorize: () => ({ id: 'ann' }),
    origins: [],
    limits: { perUser: false, perAddress: false },
  });
  return serve(gateway, { port: 0 });
}

/** Milliseconds until the whole list is read, and what it lists. */
async function ask({ url }) {
  const from = performance.now();
  const answer = await fetch(`${url}/v1/models`);
  const { data } = await answer.json();
  if (!answer.ok) throw new Error(`The list was answered ${answer.status}.`);
  return { ms: performance.now() - from, services: new Set(data.map(({ service }) => service)).size, models: data.length };
}

/** Of so many requests to each, what the quickest tenth took at most: others on the machine only add to it, and most to what takes longer. */
export async function benchModels(times = 300) {
  const noMaker = () => {
    throw new Error('The list of models asked a maker.');
  };
  const offered = all(noMaker);
  const [many, one] = await Promise.all([gatewayOf(offered), gatewayOf([services.fal({ apiKey, fetch: noMaker })])]);
  try {
    for (let time = 0; time < 100; time += 1) for (const gateway of [many, one]) await ask(gateway);
    const asked = [];
    for (let time = 0; time < times; time += 1) asked.push({ many: await ask(many), one: await ask(one) });
    const [{ many: first }] = asked;
    if (first.services < 15) throw new Error(`Only ${first.services} services are listed.`);
    const quick = (of) => asked.map((pair) => pair[of].ms).toSorted((a, b) => a - b)[Math.floor(times / 10)];
    return { many: quick('many'), one: quick('one'), services: first.services, models: first.models };
  } finally {
    await Promise.all([many.close(), one.close()]);
  }
}
