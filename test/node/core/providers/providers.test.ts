// Providers: which answers for a model, what they refuse, what they send.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as z from 'zod/mini';
import { videoRequest } from 'voxreel/protocol';
import { generic } from 'voxreel/providers/generic';
import { jimeng } from 'voxreel/providers/jimeng';
import { kling } from 'voxreel/providers/kling';
import { vidu } from 'voxreel/providers/vidu';
import { VoxreelError, defineProvider, isVoxreelError, providers } from 'voxreel';
import type { VideoDraft, VideoProvider } from 'voxreel';

import { chooseProvider, loadProvider, providerOf } from '../../../../src/core/catalog/choose-provider.js';
import { fieldsOf } from '../../../../src/core/drafts/metadata-fields.js';
import { prepareDraft } from '../../../../src/core/drafts/prepare-draft.js';
import type { StandardSchema } from '../../../../src/core/providers/provider.js';

const draft = (more: Partial<VideoDraft> = {}): VideoDraft => ({ model: 'm', prompt: 'a heron', ...more });
const refuses = async (provider: VideoProvider, more: Partial<VideoDraft>, param: string) =>
  assert.rejects(
    prepareDraft(provider, draft(more)),
    (error: unknown) => isVoxreelError(error) && error.code === 'invalid_input' && error.param === param,
  );

describe('chooseProvider', () => {
  const names = (...models: string[]) => ({ id: models.join(), models });
  it('lets the exact name beat the longest prefix, and that the latest registered', () => {
    const [all, newer, wide, long, exact] = [names('*'), names('*'), names('k*'), names('kling-*'), names('kling-v1')];
    assert.equal(chooseProvider('kling-v1', [newer, all, wide, long, exact]), exact);
    assert.equal(chooseProvider('kling-v2', [newer, all, wide, long, exact]), long);
    assert.equal(chooseProvider('kite', [newer, all, wide, long, exact]), wide);
    assert.equal(chooseProvider('other', [newer, all, wide, long, exact]), newer);
  });
  it('takes a star anywhere, and as many as there are', () => {
    const fits = (pattern: string, model: string) => chooseProvider(model, [names(pattern)]) !== undefined;
    for (const model of ['a-1-fast', 'a--fast', 'a-x-y-fast']) assert.ok(fits('a-*-fast', model), model);
    for (const model of ['a-fast', 'b-1-fast', 'a-1-fast-2', '']) assert.equal(fits('a-*-fast', model), false, model);
    assert.ok(fits('*-video-*', 'x-video-y'));
    assert.equal(fits('ab*ba', 'aba'), false);
    assert.ok(fits('**', 'anything'));
  });
  it('shows what a provider offers only where the page asks for it', () => {
    const entry = providers.get('on-device');
    assert.deepEqual(entry && 'load' in entry && [entry.local, entry.unlisted], [true, true]);
  });
  it('finds the built-in of each group', async () => {
    for (const [model, id] of [
      ['on-device', 'on-device'],
      ['on-device-2', 'on-device'],
      ['kling-v2', 'kling'],
      ['jimeng_vgfm_t2v', 'jimeng'],
      ['viduq1', 'vidu'],
      ['sora-2', 'generic'],
    ] as const) {
      assert.equal((await providerOf(model, providers.list())).id, id);
    }
  });
  it('keeps the light entries of the built-ins true to their heavy halves', async () => {
    for (const entry of providers.list()) {
      const { id, title, models } = await loadProvider(entry);
      assert.deepEqual({ id, title, models }, { id: entry.id, title: entry.title, models: entry.models });
    }
  });
  it('lets a third party come and go', () => {
    const undo = providers.use({ id: 'mine', models: ['mine-*'] });
    assert.equal(chooseProvider('mine-1', providers.list())?.id, 'mine');
    undo();
    assert.equal(chooseProvider('mine-1', providers.list())?.id, 'generic');
  });
});

describe('prepareDraft', () => {
  it('sends the documented names, and the size once more', async () => {
    const { body } = await prepareDraft(
      generic,
      draft({
        duration: 2.5,
        fps: 24,
        width: 640,
        height: 360,
        n: 2,
        seed: 7,
        responseFormat: 'url',
        user: 'u',
        metadata: { style: 'ink' },
      }),
    );
    assert.deepEqual(body, {
      model: 'm',
      prompt: 'a heron',
      duration: 2.5,
      fps: 24,
      width: 640,
      height: 360,
      n: 2,
      seed: 7,
      response_format: 'url',
      user: 'u',
      size: '640x360',
      metadata: { style: 'ink' },
    });
    videoRequest.parse(body);
  });
  it('chooses a seed where none is given, and records it', async () => {
    const { body, kept } = await prepareDraft(generic, draft());
    assert.equal(typeof body.seed, 'number');
    assert.equal(kept.seed, body.seed);
  });
  it('repeats seed and duration in the metadata of those that list them', async () => {
    assert.deepEqual((await prepareDraft(vidu, draft({ seed: 3, duration: 4 }))).body.metadata, { seed: 3, duration: 4 });
    assert.deepEqual((await prepareDraft(kling, draft({ seed: 3, duration: 5 }))).body.metadata, { seed: 3 });
  });
  it("knows one seed only: that of the metadata is the draft's, unless that has its own", async () => {
    const adopted = await prepareDraft(kling, draft({ metadata: { seed: 9 } }));
    assert.equal(adopted.kept.seed, 9);
    assert.equal(adopted.body.seed, 9);
    const { body, warnings } = await prepareDraft(kling, draft({ seed: 1, metadata: { seed: 9 } }));
    assert.deepEqual(body.metadata, { seed: 1 });
    assert.equal(warnings.length, 1);
  });
  it('places the last frame where each group looks for it', async () => {
    const frames = { image: 'https://x.example/1.png', lastImage: 'https://x.example/2.png' };
    assert.equal((await prepareDraft(kling, draft(frames))).body.metadata?.['image_tail'], frames.lastImage);
    assert.deepEqual((await prepareDraft(jimeng, draft(frames))).body.metadata?.['image_urls'], [frames.image, frames.lastImage]);
    assert.deepEqual((await prepareDraft(vidu, draft(frames))).body['images'], [frames.image, frames.lastImage]);
    const { body, warnings } = await prepareDraft(generic, draft(frames));
    assert.equal(JSON.stringify(body).includes('2.png'), false);
    assert.equal(warnings.length, 1);
  });
  it('tells a service by how many pictures there are what they are, and refuses a last frame alone', async () => {
    const frames = { image: 'https://x.example/1.png', lastImage: 'https://x.example/2.png' };
    for (const provider of [vidu, jimeng]) {
      const { body } = await prepareDraft(provider, draft(frames));
      assert.deepEqual([body.image, body['images']], [frames.image, [frames.image, frames.lastImage]]);
      assert.equal('images' in (await prepareDraft(provider, draft({ image: frames.image }))).body, false);
      await refuses(provider, { lastImage: frames.lastImage }, 'image');
    }
    const files = { image: 'data:image/png;base64,iVBORw0KGgo=', lastImage: 'data:image/png;base64,iVBORw0KGgo=' };
    assert.equal('image_urls' in ((await prepareDraft(jimeng, draft(files))).body.metadata ?? {}), false);
  });
  it('names the resolution of group C after the size, where it is one that is known', async () => {
    assert.equal((await prepareDraft(vidu, draft({ width: 720, height: 1280 }))).body.metadata?.['resolution'], '720p');
    assert.equal((await prepareDraft(vidu, draft({ width: 640, height: 480 }))).body.metadata?.['resolution'], undefined);
    const named = { width: 1920, height: 1080, metadata: { resolution: '540p' } };
    assert.equal((await prepareDraft(vidu, draft(named))).body.metadata?.['resolution'], '540p');
  });
  it('takes a mirrored field from the metadata where it stands there alone, and holds it to the limits', async () => {
    const { body, kept } = await prepareDraft(vidu, draft({ metadata: { duration: 4 } }));
    assert.deepEqual([body.duration, kept.duration, body.metadata?.['duration']], [4, 4, 4]);
    await refuses({ ...vidu, limits: { durations: [5, 10] } }, { metadata: { duration: 4 } }, 'duration');
  });
  it('checks metadata with a schema of any maker, in its own time, and warns of what it leaves out', async () => {
    const schema: StandardSchema = {
      '~standard': {
        version: 1,
        vendor: 'hand',
        validate: async (value) => {
          const { mood = 'calm' } = value as { mood?: string };
          return mood.length < 9 ? { value: { mood } } : { issues: [{ message: 'too long', path: [{ key: 'mood' }] }] };
        },
      },
    };
    const mine: VideoProvider = { id: 'mine', title: 'Mine', models: ['m'], metadata: schema };
    assert.deepEqual((await prepareDraft(mine, draft())).body.metadata, { mood: 'calm' });
    await refuses(mine, { metadata: { mood: 'exuberant' } }, 'metadata.mood');
    const { body, warnings } = await prepareDraft(mine, draft({ metadata: { mood: 'wild', extra: 1 } }));
    assert.deepEqual(body.metadata, { mood: 'wild' });
    assert.deepEqual(warnings, ['Mine makes no use of metadata.extra: it is left out.']);
  });
  it('sends what a form shows where nothing is chosen', async () => {
    const mine: VideoProvider = { id: 'mine', models: ['m'], ui: { style: { default: 'film' } } };
    assert.deepEqual((await prepareDraft(mine, draft())).body.metadata, { style: 'film' });
    assert.deepEqual((await prepareDraft(mine, draft({ metadata: { style: 'ink' } }))).body.metadata, { style: 'ink' });
  });
  it('lets a provider refuse what limits cannot say', async () => {
    const request = () => {
      throw new VoxreelError('invalid_input', 'Too many pixels.', { param: 'width' });
    };
    await refuses({ id: 'mine', models: ['m'], request }, { width: 4096, height: 4096 }, 'width');
  });
  it('gives the request key of group B the model, unless told another', async () => {
    assert.equal((await prepareDraft(jimeng, draft({ model: 'jimeng_x' }))).body.metadata?.['req_key'], 'jimeng_x');
    assert.equal((await prepareDraft(jimeng, draft({ metadata: { req_key: 'k' } }))).body.metadata?.['req_key'], 'k');
  });
  it('encodes a file as each provider takes it, and keeps none of it', async () => {
    const file = new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' });
    const asUrl = await prepareDraft(generic, draft({ image: file }));
    assert.equal(asUrl.body.image, 'data:image/png;base64,AQID');
    assert.equal((await prepareDraft(kling, draft({ image: file }))).body.image, 'AQID');
    assert.equal((await prepareDraft(kling, draft({ image: 'data:image/png;base64,AQID' }))).body.image, 'AQID');
    assert.deepEqual(asUrl.files, ['image']);
    assert.equal(JSON.stringify(asUrl.kept).includes('AQID'), false);
  });
  it('warns of what a model makes no use of', async () => {
    assert.deepEqual((await prepareDraft(kling, draft({ fps: 24 }))).warnings, ['Kling makes no use of fps.']);
  });
  it('names the field it refuses', async () => {
    await refuses(generic, { prompt: ' ' }, 'prompt');
    for (const param of ['fps', 'width', 'height', 'n', 'seed'] as const) await refuses(generic, { [param]: 1.5 }, param);
    for (const param of ['duration', 'fps', 'width', 'height', 'n'] as const) await refuses(generic, { [param]: 0 }, param);
    await refuses(generic, { duration: NaN }, 'duration');
    await refuses(kling, { duration: 7 }, 'duration');
    await refuses(kling, { metadata: { negative_prompt: 3 } }, 'metadata.negative_prompt');
    await refuses(jimeng, { metadata: { aspect_ratio: 'wide' } }, 'metadata.aspect_ratio');
    await refuses(vidu, { metadata: { resolution: '1080' } }, 'metadata.resolution');
    await refuses(jimeng, { image: new Blob([new Uint8Array(5_000_000)]) }, 'image');
    const narrow = defineProvider({
      id: 'narrow',
      models: ['m'],
      limits: { sizes: ['640x360'], n: { min: 1, max: 2 }, promptLength: 10, fps: [24] },
    });
    await refuses(narrow, { width: 100, height: 100 }, 'width');
    await refuses(narrow, { width: 640 }, 'width');
    await refuses(narrow, { height: 360 }, 'height');
    await refuses(generic, { metadata: 'ink' as unknown as VideoDraft['metadata'] }, 'metadata');
    await refuses(narrow, { n: 3 }, 'n');
    await refuses(narrow, { prompt: 'a very long prompt' }, 'prompt');
    await refuses(narrow, { fps: 30 }, 'fps');
  });
});

describe('fieldsOf', () => {
  it('draws types, ranges, choices, defaults and descriptions from a zod schema', async () => {
    const metadata = z.looseObject({
      mood: z._default(z.enum(['calm', 'wild']), 'calm'),
      strength: z.optional(z.number().check(z.gte(0), z.lte(1))).register(z.globalRegistry, { description: 'How much.', title: 'Power' }),
      steps: z.optional(z.int()),
      loop: z.optional(z.boolean()),
    });
    const fields = await fieldsOf({ id: 'p', models: ['*'], metadata, ui: { loop: { rare: true }, extra: { kind: 'json' } } });
    assert.deepEqual(fields, [
      { kind: 'choice', label: 'Mood', choices: ['calm', 'wild'], default: 'calm', name: 'mood' },
      { kind: 'number', label: 'Power', description: 'How much.', min: 0, max: 1, name: 'strength' },
      { kind: 'integer', label: 'Steps', name: 'steps' },
      { kind: 'boolean', label: 'Loop', rare: true, name: 'loop' },
      { kind: 'json', label: 'Extra', name: 'extra' },
    ]);
  });
  it('asks for a value that may be null as for the value, and for constants as for a choice', async () => {
    const metadata = z.object({
      depth: z.nullable(z.number().check(z.lte(9))),
      count: z.optional(z.int().check(z.positive())),
      mode: z.union([z.literal('std'), z.literal('pro')]),
      level: z.literal([1, 2]),
      links: z.array(z.url()),
    });
    assert.deepEqual(await fieldsOf({ id: 'p', models: ['*'], metadata }), [
      { kind: 'number', label: 'Depth', max: 9, name: 'depth' },
      { kind: 'integer', label: 'Count', min: 1, name: 'count' },
      { kind: 'choice', label: 'Mode', choices: ['std', 'pro'], name: 'mode' },
      { kind: 'choice', label: 'Level', choices: [1, 2], name: 'level' },
      { kind: 'images', label: 'Links', name: 'links' },
    ]);
  });
  it('asks another maker that can tell its schema as JSON Schema', async () => {
    const jsonSchema = { input: () => ({ type: 'object', properties: { mood: { type: 'string', description: 'How it feels.' } } }) };
    const metadata = { '~standard': { version: 1 as const, vendor: 'other', validate: (value: unknown) => ({ value }), jsonSchema } };
    assert.deepEqual(await fieldsOf({ id: 'p', models: ['*'], metadata }), [
      { kind: 'text', label: 'Mood', description: 'How it feels.', name: 'mood' },
    ]);
  });
  it('takes a schema of another maker by its ui alone', async () => {
    const metadata = { '~standard': { version: 1 as const, vendor: 'other', validate: (value: unknown) => ({ value }) } };
    assert.deepEqual(await fieldsOf({ id: 'p', models: ['*'], metadata, ui: { a: { label: 'A' } } }), [
      { kind: 'text', label: 'A', name: 'a' },
    ]);
  });
});
