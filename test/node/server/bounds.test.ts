// What is exactly at a limit passes, and what is a little beyond it is refused with the name of its field.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { Gateway, GatewayOptions } from 'voxreel/server';

import { setWayOut } from '../../../src/server/way-out.js';
import { ask, jsonOf, page, scriptedMaker, siteWith } from '../services/scripted-service.js';
import { createTask, gatewayTo, key } from './gateway-client.js';

let undo: () => void;
before(() => {
  undo = setWayOut(async (url) =>
    Response.json(url.includes('video') ? { task_id: 't' } : { value: 'ek_1', client_secret: { value: 'ek_1' } }),
  );
});
after(() => undo());

const limits = { duration: { min: 2, max: 10 }, n: 3, fps: 30, pixels: 1920 * 1080, promptLength: 100, imageBytes: 10 };
const baseUrl = 'https://service.example';

const verdictOf = async (answer: Response): Promise<string> => {
  const { code, param } = (await answer.json()) as { readonly code?: string; readonly param?: string };
  return answer.status === 200 ? 'passes' : `${code} ${param}`;
};
/** A text is a body that no `JSON.stringify` would write. */
const video = async (fields: object | string, gateway: Gateway = gatewayTo(baseUrl, { limits })): Promise<string> => {
  const body = typeof fields === 'string' ? fields : JSON.stringify({ model: 'm', prompt: 'p', ...fields });
  return verdictOf(await ask(gateway, '/v1/video/generations', { body, method: 'POST', headers: { 'content-type': 'application/json' } }));
};
const session = async (fields: object, options: Partial<GatewayOptions> = {}): Promise<string> =>
  verdictOf(await ask(gatewayTo(baseUrl, options), '/v1/realtime/sessions', { body: { model: 'm', ...fields } }));

const picture = (characters: number): string => `data:image/png;base64,${'A'.repeat(characters)}`;
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const tools = (count: number): readonly object[] => Array.from({ length: count }, () => ({}));
const long = (length: number): string => 'a'.repeat(length);
const address = (length: number): string => 'https://www.example.org/'.padEnd(length, 'a');

describe('one video', () => {
  const cases: readonly [what: string, within: readonly object[], beyond: readonly object[], refusal: string][] = [
    ['a prompt', [{ prompt: long(100) }], [{ prompt: long(101) }], 'invalid_value prompt'],
    ['a model', [{ model: long(200) }], [{ model: long(201) }], 'invalid_value model'],
    ['a time', [{ duration: 2 }, { duration: 10 }], [{ duration: 1.99 }, { duration: 10.01 }, { duration: '5' }], 'invalid_value duration'],
    ['a number of videos', [{ n: 1 }, { n: 3 }], [{ n: 0 }, { n: 4 }, { n: 1.5 }], 'invalid_value n'],
    ['a rate of frames', [{ fps: 1 }, { fps: 30 }], [{ fps: 0 }, { fps: 31 }, { fps: null, metadata: { fps: 31 } }], ' fps'],
    [
      'a seed',
      [{ seed: Number.MAX_SAFE_INTEGER }, { seed: Number.MIN_SAFE_INTEGER }],
      [{ seed: 2 ** 53 }, { seed: 0.5 }],
      'invalid_value seed',
    ],
    ['a picture of two sides', [{ width: 1920, height: 1080 }], [{ width: 1920, height: 1081 }], 'invalid_value width'],
    ['its longer side alone', [{ width: 1920 }], [{ width: 1921 }], 'invalid_value width'],
    ['a side alone that may be the longer', [{ height: 1920 }], [{ height: 1921 }], 'invalid_value height'],
    ['a side', [{ width: 1 }], [{ width: 0 }, { width: 0.5 }, { width: '1' }], 'invalid_value width'],
    [
      'a size in words',
      [{ size: '1920x1080' }, { size: '1x1' }, { size: '00001x00001' }],
      [
        { size: '1920x1081' },
        { size: '0x5' },
        { size: '5x0' },
        { size: '1x100000' },
        { size: ['1x1'] },
        { size: 'a1x1' },
        { size: '1x1a' },
      ],
      'invalid_value size',
    ],
    ['a picture', [{ image: picture(16) }], [{ image: picture(17) }], 'image_too_large image'],
    [
      'a list of pictures',
      [{ images: Array(8).fill('AAAA') }],
      [{ images: Array(9).fill('AAAA') }, { images: 'AAAA' }],
      'invalid_image images',
    ],
    [
      'a list of references',
      [{ references: Array.from({ length: 10 }, () => ({ image: 'AAAA', role: 'style', name: 'ink' })) }, { references: [] }],
      [{ references: Array.from({ length: 11 }, () => ({ image: 'AAAA' })) }, { references: 'AAAA' }],
      'invalid_image references',
    ],
    [
      'the picture of a reference',
      [{ references: [{ image: picture(16) }] }],
      [{ references: [{ image: picture(17) }] }],
      'image_too_large references.0.image',
    ],
    [
      'the role of a reference',
      [{ references: [{ image: 'AAAA', role: null }] }],
      [{ references: [{ image: 'AAAA', role: 'king' }] }],
      'invalid_value references.0.role',
    ],
    [
      'the name of a reference',
      [{ references: [{ image: 'AAAA', name: long(40) }] }],
      [{ references: [{ image: 'AAAA', name: long(41) }] }, { references: [{ image: 'AAAA', name: 'two words' }] }],
      'invalid_value references.0.name',
    ],
    [
      'the fields of a reference',
      [{ references: [{ image: address(100) }] }],
      [{ references: [{ image: 'AAAA', url: address(100) }] }],
      'unknown_field references.0.url',
    ],
    ['an address', [{ image: address(16_384) }], [{ image: address(16_385) }], 'address_not_allowed image'],
    ['a user', [{ user: long(512) }], [{ user: long(513) }], 'invalid_value user'],
  ];
  for (const [what, within, beyond, refusal] of cases)
    it(`has ${what} within bounds`, async () => {
      for (const fields of within) assert.equal(await video(fields), 'passes', JSON.stringify(fields).slice(0, 100));
      for (const fields of beyond) {
        const said = await video(fields);
        assert.ok(
          said.endsWith(refusal) || said.endsWith(`metadata.${refusal.trim()}`),
          `${said}: ${JSON.stringify(fields).slice(0, 100)}`,
        );
      }
    });

  const inMetadata: readonly [what: string, within: readonly unknown[], beyond: readonly unknown[], field: string][] = [
    ['milliseconds', [2000, 10_000, '10000'], [1999, 10_001, '10001'], 'duration_ms'],
    ['frames', [1, 240, '240'], [0, 241, '241', 1.5], 'num_frames'],
    ['lines', ['1080p', ' 1080P '], ['1081p', ' 1081P '], 'resolution'],
    [
      'two sides in words',
      ['1920x1080', ' 1920 * 1080 ', '1920×1080'],
      ['1920x1081', ' 1920 * 1081 ', '1920×1081', '1081  X1920'],
      'resolution',
    ],
    ['seconds in a text', ['10', '1'.padStart(2, '0') + '0', `${'0'.repeat(37)}10`], ['10.5', `${'0'.repeat(38)}10`], 'seconds'],
  ];
  for (const [what, within, beyond, field] of inMetadata)
    it(`has ${what} in the metadata within bounds`, async () => {
      for (const value of within) assert.equal(await video({ metadata: { [field]: value } }), 'passes', String(value));
      for (const value of beyond)
        assert.equal(await video({ metadata: { [field]: value } }), `invalid_value metadata.${field}`, String(value));
    });

  it('has metadata that is neither large nor deep', async () => {
    // Each object and number counts 8, each name and text its length.
    const small = gatewayTo(baseUrl, { limits: { metadataBytes: 40 } });
    assert.equal(await video({ metadata: { a: long(31) } }, small), 'passes');
    assert.equal(await video({ metadata: { a: long(32) } }, small), 'invalid_value metadata');
    assert.equal(await video({ metadata: { abcdefgh: 1, bcdefghi: 2 } }, small), 'passes');
    assert.equal(await video({ metadata: { abcdefgh: 1, bcdefghij: 2 } }, small), 'invalid_value metadata');
    const roomy = gatewayTo(baseUrl);
    assert.equal(await video({ metadata: { a: nested(7) } }, roomy), 'passes');
    assert.equal(await video({ metadata: { a: nested(8) } }, roomy), `invalid_value metadata.a${'.0'.repeat(7)}`);
  });

  it('is no deeper than 32 levels, and has no more than 20,000 members', async () => {
    const fields = (value: string): string => `{"model":"m","prompt":"p","metadata":${value}}`;
    const roomy = gatewayTo(baseUrl);
    assert.match(await video(fields('['.repeat(31) + ']'.repeat(31)), roomy), /^invalid_value metadata/);
    assert.equal(await video(fields('['.repeat(32) + ']'.repeat(32)), roomy), 'json_too_deep body');
    const big = gatewayTo(baseUrl, { limits: { metadataBytes: 10 ** 6 } });
    // Two more commas stand between the three fields.
    const list = (commas: number): string => `{"a":[${'0,'.repeat(commas)}0]}`;
    assert.equal(await video(fields(list(19_998)), big), 'passes');
    assert.equal(await video(fields(list(19_999)), big), 'json_too_large body');
  });

  it('is a JSON object, also where its names cannot be read', async () => {
    assert.equal(await video('{"\\x":1,"\\y":2}'), 'invalid_json body');
    assert.equal(await video('{"model":"m","prompt":"p","metadata":"a'), 'invalid_json body');
  });

  it('is sent with a key of 255 characters', async () => {
    const sent = async (length: number) => (await createTask(gatewayTo(baseUrl), { key: long(length) })).status;
    assert.deepEqual([await sent(255), await sent(256)], [200, 400]);
  });
});

describe('one session', () => {
  const cases: readonly [what: string, field: string, within: readonly unknown[], beyond: readonly unknown[]][] = [
    ['instructions', 'instructions', [long(20)], [long(21), 7]],
    ['a temperature', 'temperature', [0, 2, null], [-0.01, 2.01, '1']],
    ['an answer', 'max_output_tokens', [1, 4096, 'inf'], [0, 4097, 1.5, 'infinite']],
    ['tools', 'tools', [[], tools(128)], [tools(129), {}]],
    ['turns', 'turn_detection', [null, {}], [7, []]],
    ['a transcription', 'input_audio_transcription', [null, {}], [7, 'whisper']],
  ];
  for (const [what, field, within, beyond] of cases)
    it(`has ${what} within bounds`, async () => {
      const options = { limits: { instructionsLength: 20 } };
      for (const value of within) assert.equal(await session({ [field]: value }, options), 'passes', JSON.stringify(value));
      for (const value of beyond) assert.equal(await session({ [field]: value }, options), `invalid_value ${field}`, JSON.stringify(value));
    });

  it('lives longer than no time', async () => {
    assert.equal(await session({ expires_after: { seconds: 0.1 } }), 'passes');
    for (const wanted of [{ seconds: 0 }, { seconds: -1 }, {}, 7])
      assert.equal(await session({ expires_after: wanted }), 'invalid_value expires_after');
  });

  it('is short enough to be kept with its ticket', async () => {
    const options: Partial<GatewayOptions> = { session: { allow: ['instructions'] }, limits: { instructionsLength: 10 ** 6 } };
    const around = JSON.stringify({ fixed: { instructions: '' }, allow: ['instructions'] }).length;
    assert.equal(await session({ instructions: long(64 * 1024 - around) }, options), 'passes');
    assert.equal(await session({ instructions: long(64 * 1024 - around + 1) }, options), 'session_too_large session');
  });
});

describe('one body', () => {
  it('has as many bytes as the site takes, whether it says so or not', async () => {
    const body = JSON.stringify({ model: 'm', prompt: 'für' });
    const bytes = Buffer.byteLength(body);
    for (const [bodyBytes, verdict] of [
      [bytes, 'passes'],
      [bytes - 1, 'body_too_large body'],
    ] as const) {
      const gateway = gatewayTo(baseUrl, { limits: { bodyBytes } });
      assert.equal(await video(body, gateway), verdict);
      const headers = { cookie: 'user=ann', origin: page, 'content-type': 'application/json', 'content-length': String(bytes) };
      const said = await gateway(new Request('http://gateway.test/v1/video/generations', { method: 'POST', headers, body }));
      assert.equal(await verdictOf(said), verdict);
    }
  });

  it('of a file is as large as the site takes, and not longer on its way', async () => {
    const uploads = scriptedMaker().service({}, { upload: async () => ({ reference: 'r' }) });
    const upload = async (body: BodyInit, more: Partial<GatewayOptions['limits']> = {}) => {
      const gateway = siteWith([uploads], { limits: { fileBytes: 4, ...more } });
      const headers = { cookie: 'user=ann', origin: page, 'content-type': 'Image/PNG; x=1' };
      const request = { method: 'POST', headers, body, duplex: 'half' };
      const { httpStatus, code, bytes } = await jsonOf(await gateway(new Request('http://gateway.test/v1/files?model=maker-1', request)));
      return httpStatus === 200 ? bytes : code;
    };
    const stream = (start: (controller: ReadableStreamDefaultController<Uint8Array>) => void) => new ReadableStream<Uint8Array>({ start });
    assert.equal(await upload(new Uint8Array(4)), 4);
    assert.equal(await upload(new Uint8Array(5)), 'body_too_large');
    assert.equal(
      await upload(
        stream((controller) => controller.enqueue(new Uint8Array(1))),
        { bodyMs: 20 },
      ),
      'body_too_slow',
    );
    assert.equal(await upload(stream((controller) => controller.error(new Error('gone')))), 'invalid_body');
    assert.equal(await upload(new Uint8Array(4), { bodies: { perUserBytes: 3 } }), 'too_many_bodies');
    assert.equal(await upload(new Uint8Array(4), { bodies: { perUserBytes: 4, totalBytes: 4 } }), 4);
  });

  it('is of one of few types, named as the documents name it', async () => {
    const typed = async (type: string, path = '/v1/video/generations', body = '{"model":"m","prompt":"p"}') =>
      verdictOf(await ask(gatewayTo(baseUrl), path, { body, method: 'POST', headers: { 'content-type': type } }));
    for (const type of ['application/json', 'Application/JSON ; charset=utf-8']) assert.equal(await typed(type), 'passes');
    for (const type of ['application/jsonp', 'x application/json', 'application/json, text/plain'])
      assert.equal(await typed(type), 'content_type_not_allowed Content-Type');
  });

  it('may say that it is not packed', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
    const body = '{"model":"m","prompt":"p"}';
    assert.equal(await verdictOf(await ask(gatewayTo(baseUrl), '/v1/video/generations', { body, method: 'POST', headers })), 'passes');
  });
});

describe('one key of the service', () => {
  it('has eight characters, each of which may stand in a header', () => {
    const takes = (apiKey: string): boolean => {
      try {
        return typeof gatewayTo(baseUrl, { upstream: { baseUrl, apiKey } }) === 'function';
      } catch {
        return false;
      }
    };
    assert.deepEqual(['12345678', '!2345~78', key].map(takes), [true, true, true]);
    assert.deepEqual(['1234567', '1234 678', ' 12345678', '12345678 ', '1234567ü', 'ü2345678'].map(takes), Array(6).fill(false));
  });
});
