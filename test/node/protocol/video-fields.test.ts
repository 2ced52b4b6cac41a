// The one list of video fields: what stands in it reaches the request, the history, the gateway and the form by itself.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createVideoQueue, memoryStorage } from 'voxreel';
import type { VideoDraft } from 'voxreel';
import { fieldEntries, imageFields, numberFields, videoFields, videoRequest, wireNameOf } from 'voxreel/protocol';
import type { VideoField, VideoFieldName } from 'voxreel/protocol';
import { checkProvider } from 'voxreel/testing';

import { adjustments } from '../../../src/elements/video-generator/composer/adjustments.js';
import { chipsOf } from '../../../src/elements/video-generator/composer/chips.js';
import { settleDraft, unknownModel } from '../../../src/elements/video-generator/composer/draft.js';
import { formatsFor } from '../../../src/elements/shared/formats.js';
import { videoEnglish } from '../../../src/elements/shared/strings.video.en.js';
import { videoPanelEnglish } from '../../../src/elements/shared/strings.video-panel.en.js';
import { gatewayTo, createTask } from '../server/gateway-client.js';
import { setWayOut } from '../../../src/server/way-out.js';

const samples: Record<VideoField['kind'], unknown> = {
  text: 'word',
  number: 5,
  integer: 2,
  image: 'https://pictures.example/a.png',
  references: [{ image: 'https://pictures.example/b.png', role: 'person', name: 'ada' }],
  object: { style: 'ink' },
};
/** Each field of the list filled in. */
const whole = Object.fromEntries(fieldEntries.map(([name, { kind }]) => [name, samples[kind]])) as unknown as VideoDraft;
const onWire = fieldEntries.flatMap(([name]) => {
  const wire = wireNameOf(name);
  return wire === undefined ? [] : [[wire, whole[name]] as const];
});

describe('each field of the list', () => {
  it('is in the request that a queue sends, in the record and in the history, and comes back from it', async () => {
    const bodies: Record<string, unknown>[] = [];
    const options = {
      baseUrl: 'http://127.0.0.1:9',
      providers: [{ id: 'all', models: ['word'], limits: { references: { max: 1 } } }],
      fetch: async (...request: Parameters<typeof fetch>) => {
        bodies.push((await new Request(...request).json()) as Record<string, unknown>);
        return Response.json({ task_id: 't', status: 'succeeded', url: 'https://cdn.example/v.mp4' });
      },
    };
    const queue = createVideoQueue({ ...options, storage: memoryStorage() });
    const task = await queue.submit(whole);
    assert.deepEqual(bodies, [{ ...Object.fromEntries(onWire), size: '2x2' }]);
    assert.deepEqual(task.draft, whole);

    const other = createVideoQueue({ ...options, name: 'other', storage: memoryStorage() });
    await other.import(JSON.stringify(await queue.export()));
    assert.deepEqual(JSON.parse(JSON.stringify(other.tasks.get()[0]?.draft)), whole);
    queue.close();
    other.close();
  });

  it('has a schema of its kind', () => {
    assert.ok(videoRequest.safeParse(Object.fromEntries(onWire)).success);
    for (const [name, { required, above }] of fieldEntries) {
      const wire = wireNameOf(name);
      if (wire === undefined) continue;
      const fits = (value: unknown) => videoRequest.safeParse({ model: 'm', prompt: 'p', [wire]: value }).success;
      assert.equal(fits(undefined), required !== true, name);
      assert.equal(fits(Symbol(name)), false, name);
      if (above !== undefined) assert.equal(fits(above), false, name);
    }
  });

  it('passes the gateway, and is refused beyond its cap, in the metadata too where it is a number', async () => {
    setWayOut(async () => Response.json({ task_id: 't', status: 'processing' }));
    const gateway = gatewayTo('https://service.example');
    const answerTo = async (more: object) => {
      const answer = await createTask(gateway, { body: { model: 'm', prompt: 'p', ...more } });
      const { param } = (await answer.json()) as { param?: string };
      return answer.status === 200 ? 'passes' : param;
    };
    assert.equal(await answerTo(Object.fromEntries(onWire)), 'passes');
    for (const [name, { kind, cap }] of fieldEntries) {
      const wire = wireNameOf(name);
      if (wire === undefined || cap === undefined) continue;
      const beyond = kind === 'text' ? 'x'.repeat(20_000) : 20_000;
      assert.equal(await answerTo({ [wire]: beyond }), wire);
      if (kind !== 'text') assert.equal(await answerTo({ metadata: { [wire]: beyond } }), `metadata.${wire}`);
    }
  });

  it('may be one that a provider makes no use of, and have limits where the list says so', async () => {
    const ignores = Object.keys(videoFields) as VideoFieldName[];
    const ranges = fieldEntries.flatMap(([, { limit }]) => (limit === undefined ? [] : [[limit.name, { min: 2, max: 4 }]]));
    const findings = await checkProvider(
      { id: 'x', models: ['m'], limits: { ...Object.fromEntries(ranges), ignores } },
      {
        refuses: numberFields.flatMap((name) =>
          'limit' in videoFields[name] ? [{ draft: { model: 'm', prompt: 'p', [name]: 9 }, param: name }] : [],
        ),
      },
    );
    assert.deepEqual(findings, []);
    assert.match((await checkProvider({ id: 'x', models: ['m'], limits: { ignores: ['nothing' as never] } })).join(), /ignores\[0\]/);
  });

  it('has a chip where it is a number, and a name where the model leaves it out', () => {
    const formats = formatsFor('en');
    const words = { ...videoEnglish, ...videoPanelEnglish };
    const chips = chipsOf({ draft: settleDraft(whole, unknownModel), info: unknownModel, words, formats }).map(({ name }) => name);
    const controls = numberFields.flatMap((name) => (name === 'height' ? [] : [name === 'width' ? 'size' : name]));
    assert.deepEqual(chips, ['model', ...controls, 'more']);
    const ignoring = { ...unknownModel, limits: { ignores: [...numberFields, ...imageFields] } };
    for (const name of ignoring.limits.ignores) {
      const asked = { model: 'm', prompt: 'p', [name]: whole[name] };
      assert.equal(adjustments(asked, settleDraft(asked, ignoring), words, formats).length, 1, name);
    }
  });
});
