// The guide "Add a voice service" holds: its service has at most fifty lines, holds a conversation through the gateway, and passes what it shows.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import type { Service, ServiceOptions } from 'voxreel/services';

import { assertShort, guideFile } from './guides/guide-file.js';
import { talkThrough, type PageSocket, type RelayedTalk, type Said } from './services/relayed-service.js';
import { scriptedWire, type MakersConnection, type ScriptedWire } from './services/scripted-wire.js';
import { userFolder } from './user-folder.js';

const fileIn = (name: string): string => guideFile('write-a-voice-service', name);
const key = 'acme-key-0123456789';
const call = { type: 'call', id: 'c1', name: 'set_light', words: '{"room":"study"}' };
const output = { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'c1', output: 'done' } };
const isOf =
  (type: string) =>
  (frame: unknown): boolean =>
    (frame as Said)['type'] === type;
const typesOf = (heard: readonly Said[]): readonly unknown[] => heard.map(({ type }) => type);
/** So many samples of silence. */
const silence = (samples: number): string => Buffer.alloc(samples * 2).toString('base64');

describe('the guide for authors of voice services', { timeout: 240_000 }, () => {
  const folder = userFolder('voice-service-guide');
  let maker: ScriptedWire;
  let talk: RelayedTalk;
  let talks = 0;

  before(async () => {
    for (const name of ['acme-voice.js', 'acme-voice.check.js', 'acme-voice.try.js']) writeFileSync(join(folder, name), fileIn(name));
    maker = await scriptedWire();
    const { acmeVoice } = (await import(pathToFileURL(join(folder, 'acme-voice.js')).href)) as {
      acmeVoice(options: ServiceOptions): Service;
    };
    talk = await talkThrough(acmeVoice({ apiKey: key, baseUrl: maker.url }), 'acme-voice-1');
  });
  after(async () => {
    await talk.close();
    await maker.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A page that is connected, and the maker's end of it. */
  async function connected(session: Said = {}): Promise<readonly [PageSocket, MakersConnection]> {
    const at = (talks = maker.count);
    const page = await talk.open();
    page.say({ type: 'session.update', session });
    const connection = await maker.connection(at);
    await connection.hears(isOf('start'));
    connection.say({ type: 'started' });
    await page.hear('session.created');
    return [page, connection];
  }

  it('shows a whole service in at most fifty lines', () => {
    assertShort(fileIn('acme-voice.js'), 50, 140);
  });

  it('connects with the key, sends the settings first, and holds a spoken turn', async () => {
    const [page, connection] = await connected({ voice: 'ada', instructions: 'Be brief.' });
    assert.equal(connection.headers.authorization, `Bearer ${key}`);
    assert.deepEqual(connection.received, [{ type: 'start', model: 'acme-voice-1', instructions: 'Be brief.', voice: 'ada' }]);
    page.say({ type: 'input_audio_buffer.append', audio: silence(2400) });
    const sound = (await connection.hears(isOf('sound'))) as { readonly audio: string };
    assert.ok(Buffer.from(sound.audio, 'base64').length < 2400 * 2, 'it comes at 16 kHz');
    connection.say({ type: 'user.speaks' });
    connection.say({ type: 'user.said', words: 'What time is it?' });
    connection.say({ type: 'voice', audio: silence(240), words: 'Noon.' });
    connection.say({ type: 'voice.done' });
    assert.equal((await page.hear('conversation.item.input_audio_transcription.completed'))['transcript'], 'What time is it?');
    assert.equal((await page.hear('response.audio_transcript.done'))['transcript'], 'Noon.');
    assert.equal(((await page.hear('response.done'))['response'] as Said)['status'], 'completed');
    assert.ok(typesOf(page.heard).indexOf('input_audio_buffer.committed') < typesOf(page.heard).indexOf('response.created'));
    page.close();
  });

  it('reports an interruption, and asks for an answer to what is written', async () => {
    const [page, connection] = await connected();
    connection.say({ type: 'voice', audio: silence(240), words: 'Once upon' });
    await page.hear('response.created');
    connection.say({ type: 'user.speaks' });
    await page.hear('input_audio_buffer.speech_started');
    assert.equal(((await page.hear('response.done'))['response'] as Said)['status'], 'cancelled');
    page.say({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'text', text: 'Shorter' }] } });
    page.say({ type: 'response.create' });
    assert.deepEqual(await connection.hears(isOf('answer')), { type: 'answer', to: 'Shorter' });
    page.close();
  });

  it('calls a function, and sends no result that the maker has cancelled', async () => {
    const [page, connection] = await connected();
    connection.say(call);
    assert.equal((await page.hear('response.function_call_arguments.done'))['arguments'], call.words);
    await page.hear('response.done');
    page.say(output);
    assert.deepEqual(await connection.hears(isOf('result')), { type: 'result', id: 'c1', output: 'done' });
    connection.say(call);
    connection.say({ type: 'call.cancelled', id: 'c1' });
    connection.say({ type: 'problem', code: 'busy', words: 'Too many calls.' });
    assert.equal(((await page.hear('error'))['error'] as Said)['code'], 'busy');
    page.say(output);
    page.say({ type: 'input_audio_buffer.append', audio: silence(2400) });
    await connection.hears(isOf('sound'));
    assert.equal(connection.received.filter(isOf('result')).length, 1);
    page.close();
  });

  it('moves to a new connection between two answers when the maker is about to close', async () => {
    const [page, connection] = await connected();
    connection.say({ type: 'voice', audio: silence(240), words: 'Wait' });
    connection.say({ type: 'handle', id: 'h7' });
    connection.say({ type: 'closing', in_ms: 60_000 });
    connection.say({ type: 'problem', code: 'soon', words: 'Closing soon.' });
    await page.hear('error');
    assert.equal(maker.count, talks + 1, 'an answer is being given');
    connection.say({ type: 'voice.done' });
    const next = await maker.connection(talks + 1);
    assert.equal(((await next.hears(isOf('start'))) as Said)['handle'], 'h7');
    next.say({ type: 'started' });
    next.say({ type: 'voice', audio: silence(240), words: 'Here again.' });
    next.say({ type: 'voice.done' });
    await page.hear('response.done');
    assert.equal((await page.hear('response.done'))['type'], 'response.done');
    assert.equal(typesOf(page.heard).filter((type) => type === 'session.created').length, 1);
    page.close();
  });

  const run = async (name: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
    const env = { PATH: process.env['PATH'] ?? '', ACME_KEY: key, ACME_BASE_URL: maker.url, ...more };
    return (await promisify(execFile)(process.execPath, [join(folder, name)], { env, timeout: 120_000 })).stdout.trim();
  };

  it('passes the check it shows', async () => assert.equal(await run('acme-voice.check.js'), 'Nothing to fix.'));

  it('is talked to by the script it shows', async () => {
    const at = maker.count;
    const said = run('acme-voice.try.js');
    const connection = await maker.connection(at);
    await connection.hears(isOf('start'));
    connection.say({ type: 'started' });
    assert.deepEqual(await connection.hears(isOf('answer')), { type: 'answer', to: 'What time is it?' });
    connection.say({ type: 'voice', audio: silence(240), words: 'Noon.' });
    connection.say({ type: 'voice.done' });
    assert.equal(await said, 'user: What time is it?\nassistant: Noon.');
  });

  it('is spoken to by the script it shows', async () => {
    const at = maker.count;
    const path = join(folder, 'question.pcm');
    writeFileSync(path, Buffer.alloc(24_000));
    const said = run('acme-voice.try.js', { SPEECH: path });
    const connection = await maker.connection(at);
    await connection.hears(isOf('start'));
    connection.say({ type: 'started' });
    await connection.hears(isOf('sound'));
    connection.say({ type: 'user.said', words: 'What time is it?' });
    connection.say({ type: 'voice', audio: silence(240), words: 'Noon.' });
    connection.say({ type: 'voice.done' });
    assert.equal(await said, 'user: What time is it?\nassistant: Noon.');
  });
});
