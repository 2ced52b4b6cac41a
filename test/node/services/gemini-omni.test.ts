// Gemini Omni: what it sends is what `@google/genai` would, by its types; and that client reads the same stub as our service does.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { GoogleGenAI, type Interactions } from '@google/genai';
import { google } from 'voxreel/services';
import { omniInput } from 'voxreel/services/google';

import { geminiKey, geminiOmniJudge as judge } from './gemini-omni-judge.js';

const png = 'iVBORw0KGgoAAAANSUhEUg==';
const picture = { type: 'image', data: png, mime_type: 'image/png' } as const;

describe('the body of an interaction', () => {
  it('is that of its type', () => {
    const plain = {
      model: 'gemini-omni-1.2-flash',
      background: true,
      input: [{ type: 'text', text: 'a fox' }],
      generation_config: { video_config: { task: 'text_to_video' } },
      response_format: { type: 'video', delivery: 'uri', aspect_ratio: '9:16', resolution: '1080p', duration: '6s' },
    } satisfies Interactions.CreateModelInteractionParamsNonStreaming;
    assert.deepEqual(omniInput({ model: 'gemini-omni-1.2-flash', prompt: 'a fox', duration: 6, size: '1080x1920' }), plain);
  });

  it('has a first frame, or references, and never what would reach another interaction', () => {
    const framed = {
      model: 'gemini-omni-1.1-flash',
      background: true,
      input: [{ type: 'text', text: 'a fox' }, picture],
      generation_config: { video_config: { task: 'image_to_video' } },
      response_format: { type: 'video', delivery: 'uri' },
    } satisfies Interactions.CreateModelInteractionParamsNonStreaming;
    const metadata = {
      previous_interaction_id: 'somebody-else',
      tools: [{}],
      webhook_config: { uris: ['https://evil.example'] },
      store: false,
    };
    assert.deepEqual(omniInput({ model: 'gemini-omni-1.1-flash', prompt: 'a fox', duration: 6, image: png, metadata }), framed);

    const references = [
      { image: png, name: 'ada' },
      { image: png, name: 'dog' },
    ];
    assert.deepEqual(omniInput({ model: 'gemini-omni-1.2-flash', prompt: '@ada walks @dog', references }), {
      ...framed,
      model: 'gemini-omni-1.2-flash',
      input: [{ type: 'text', text: 'ada walks dog' }, picture, picture],
      generation_config: { video_config: { task: 'reference_to_video' } },
    });
  });

  it('has no picture by its address', () => {
    const request = { model: 'gemini-omni-1.2-flash', prompt: 'a fox', image: 'https://example.org/fox.png' };
    assert.throws(() => omniInput(request), { code: 'invalid_input', param: 'image' });
  });
});

describe('the stub of the shared suite', () => {
  let client: GoogleGenAI;
  before(async () => {
    client = new GoogleGenAI({ apiKey: geminiKey, httpOptions: { baseUrl: await judge.start() } });
  });
  after(() => judge.stop());

  it('is read by the maker’s own client too', async () => {
    judge.plan({ ends: 'well', url: 'https://cdn.example.org/fox.mp4' });
    const made = await client.interactions.create({
      model: 'gemini-omni-1.2-flash',
      background: true,
      input: [{ type: 'text', text: 'a fox' }],
      response_format: { type: 'video', delivery: 'uri' },
    });
    const read = [];
    for (let asked = 0; asked < 3; asked += 1) read.push(await client.interactions.get(made.id));
    assert.deepEqual(
      [made, ...read].map(({ status }) => status),
      ['queued', 'queued', 'in_progress', 'completed'],
    );
    assert.equal(read.at(-1)?.output_video?.uri, 'https://cdn.example.org/fox.mp4');
    judge.plan({ ends: 'never' });
    const { id } = await client.interactions.create({
      model: 'gemini-omni-1.2-flash',
      background: true,
      input: [{ type: 'text', text: 'a fox' }],
      response_format: { type: 'video', delivery: 'uri' },
    });
    assert.equal((await client.interactions.cancel(id)).status, 'cancelled');
    assert.equal((await client.interactions.get(id)).status, 'cancelled');
    judge.plan({ ends: 'refused', status: 400, message: 'Not that, please.' });
    const refused = client.interactions.create({
      model: 'gemini-omni-1.2-flash',
      background: true,
      input: [{ type: 'text', text: 'a fox' }],
      response_format: { type: 'video', delivery: 'uri' },
    });
    await assert.rejects(refused, { status: 400 });
  });
});

describe('Google', () => {
  it('cancels a model by its name only where the model can be cancelled, also one that a site has declared itself', async () => {
    const { models } = google({ apiKey: geminiKey, models: ['veo-3.1-lite', 'gemini-omni-2-flash'] });
    assert.deepEqual(
      models.map(({ cancels }) => cancels),
      [false, undefined],
    );
    const outside = { fetch: () => Promise.reject(new Error('Nobody is asked.')), signal: new AbortController().signal, userId: 'ann' };
    const cancelled = google({ apiKey: geminiKey }).video?.cancel?.({ id: 'models/x/operations/y', model: 'veo-x' }, outside);
    await assert.rejects(async () => cancelled, { code: 'invalid_request', status: 400 });
  });

  it('offers Gemini Omni before Veo', () => {
    const first = google({ apiKey: geminiKey }).models.find(({ kind }) => kind === 'video');
    assert.equal(first?.model, 'gemini-omni-1.2-flash');
  });
});
