// The inspector of <realtime-voice>: every event, the conversation after each, and recordings from files.
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import 'voxreel/video-generator';
import { transcript } from 'voxreel';

import { createEventFilter } from '../../../../src/elements/realtime-voice/sheets/event-filter.js';
import { createInspectorLog } from '../../../../src/elements/realtime-voice/sheets/inspector-log.js';
import { readRecording } from '../../../../src/elements/realtime-voice/sheets/recording.js';
import { assistantSpeaks, createScriptedSession, userSays } from '../scripted-session.js';
import { saved } from '../saved.js';
import { scriptedQueue, scriptedTask } from '../scripted-queue.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

async function inspected(events: readonly Record<string, unknown>[] = [], attributes: Record<string, string> = {}): Promise<Stage> {
  const stage = await setStage({ inspector: '', ...attributes });
  await waitUntil(() => stage.element.session !== undefined);
  // Recording begins when its module is here.
  await import('../../../../src/elements/realtime-voice/sheets/inspector-log.js');
  await aTimeout(0);
  await stage.element.connect();
  stage.session.receive(...events);
  stage.button('More').click();
  await stage.shows('[role=menu]', 'Inspector');
  stage.all('[role=menuitem]').at(-1)?.click();
  await stage.shows('[role=dialog] h2', 'Inspector');
  return stage;
}

function give(stage: Stage, name: string, text: string): void {
  const field = stage.field('.inspector input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File([text], name));
  field.files = files.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const line = (at: number) =>
  JSON.stringify({ at: at * 10, from: 'server', event: { event_id: `e${at}`, ...userSays(`u${at}`, `Line ${at}`) } });
const many = (count: number) => Array.from({ length: count }, (_, at) => line(at)).join('\n');
const rows = (stage: Stage) => stage.all('.event').map((row) => row.querySelector('code')?.textContent);
const key = (stage: Stage, name: string) => stage.find('.events').dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));

describe('<realtime-voice> inspector', () => {
  it('shows every event and the conversation after it, back and forth', async () => {
    const stage = await inspected([userSays('u1', 'Hello'), ...assistantSpeaks('a1', 'Good day to you.', 1000)]);
    await stage.shows('.detail', '4 of 4');
    expect(stage.text('.facts')).to.contain('in progress r_a1');
    key(stage, 'Home');
    await stage.shows('.detail', '1 of 4');
    expect(stage.text('.facts')).to.contain('Items 1').and.to.contain('Answer none');
    expect(stage.text('.then')).to.contain('Hello');
    // What the event changed is marked, and said.
    expect(stage.all('.facts .changed').map((fact) => fact.querySelector('dt')?.textContent)).to.deep.equal([]);
    stage.button('Later event').click();
    await stage.shows('.detail', '2 of 4');
    expect(stage.text('.facts .changed')).to.contain('Answer in progress r_a1 (changed)');
    stage.button('Earlier event').click();
    await stage.shows('.detail', '1 of 4');
    await expect(stage.element).to.be.accessible();
    stage.button('Follow').click();
    stage.session.receive(userSays('u2', 'Again'));
    await stage.shows('.detail', '5 of 5');
  });

  it('finds by type and by content, and leaves audio out until it is wanted', async () => {
    const stage = await inspected([userSays('u1', 'Hello'), ...assistantSpeaks('a1', 'Good day.')]);
    await waitUntil(() => rows(stage).length === 4);
    expect(rows(stage)).not.to.include('response.audio.delta');
    stage.all('.audio input')[0]?.click();
    await waitUntil(() => rows(stage).includes('response.audio.delta'));
    const filter = stage.field('input[type=search]');
    filter.value = 'hello';
    filter.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await waitUntil(() => rows(stage).length === 1);
    filter.value = 'nowhere';
    filter.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await stage.shows('.inspector', 'No event matches.');
  });

  it('shows no key, and no more of long audio than it needs', async () => {
    const stage = await inspected([
      { type: 'session.created', session: { id: 's', client_secret: { value: 'ek_0123456789abcdef' }, note: 'sk-abcdef1234567890' } },
    ]);
    await stage.shows('.detail', 'session.created');
    expect(stage.text('.detail')).not.to.contain('ek_0123').and.not.to.contain('sk-abcdef');
  });

  it('draws only the rows in view of ten thousand, and goes to the last by one key', async () => {
    const stage = await inspected();
    give(stage, 'walk.jsonl', many(10_000));
    await stage.shows('.detail', '1 of 10,000');
    expect(stage.all('.event').length).to.be.within(5, 60);
    key(stage, 'End');
    await stage.shows('.detail', '10,000 of 10,000');
    await waitUntil(() => stage.all('.event[aria-selected=true]').length === 1, 'the selected row is not drawn');
    const list = stage.find('.events').getBoundingClientRect();
    const row = stage.find('.event[aria-selected=true]').getBoundingClientRect();
    expect(row.bottom).to.be.at.most(list.bottom + 1);
    expect(stage.find('.events').getAttribute('aria-activedescendant')).to.equal('event-10000');
    expect(stage.text('.facts')).to.contain('Items 10,000');
  });

  it('opens a recording with all its lines: those it cannot read by number, as they are', async () => {
    const stage = await inspected([userSays('u1', 'Live')]);
    give(stage, 'walk.jsonl', [line(0), 'torn {', line(1), '', '{"a":1}'].join('\n'));
    await stage.shows('.opened', 'walk.jsonl');
    expect(stage.text('.opened summary')).to.equal('2 lines could not be read: 2, 5');
    expect(stage.text('.unread')).to.contain('Line 2 torn {').and.to.contain('Line 5 {"a":1}');
    expect(stage.text('.detail')).to.contain('1 of 2');
    await expect(stage.element).to.be.accessible();
    stage.button('Back to the conversation').click();
    await stage.shows('.detail', 'u1');
    give(stage, 'letter.txt', 'Dear all');
    await stage.shows('.inspector [role=alert]', 'This file does not contain a conversation.');
  });

  it('plays a recording in the element once nobody is talking', async () => {
    const stage = await inspected();
    give(stage, 'walk.jsonl', many(3));
    await stage.shows('.inspector', 'Hang up first.');
    expect(stage.button('Instantly').disabled).to.equal(true);
    stage.session.close();
    await waitUntil(() => !stage.button('Instantly').disabled);
    stage.button('Instantly').click();
    await stage.shows('.lines', 'Line 2');
    expect(stage.all('[role=dialog]')).to.have.length(0);
    stage.button('Stop playback').click();
    await waitUntil(() => !stage.text('.lines').includes('Line 2'));
  });

  it('tells no time of a recording that is played: at another pace nobody waited so long', async () => {
    const spoken = { type: 'input_audio_buffer.speech_stopped' };
    const stage = await inspected([spoken, ...assistantSpeaks('a1', 'Good day.')]);
    await stage.shows('.gauges', 'answered after');
    const events = [spoken, ...assistantSpeaks('a2', 'Heard before.')];
    give(stage, 'answer.jsonl', events.map((event, at) => JSON.stringify({ at: at * 1000, from: 'server', event })).join('\n'));
    await stage.shows('.opened', 'answer.jsonl');
    stage.session.close();
    await waitUntil(() => !stage.button('Instantly').disabled);
    stage.button('Instantly').click();
    await stage.shows('.lines', 'Heard before.');
    expect(stage.all('.gauges')).to.have.length(0);
    stage.button('Stop playback').click();
    await stage.shows('.gauges', 'answered after');
  });
});

describe('the log of events', () => {
  it('keeps the newest ten thousand, with the state after each, and each session’s apart', () => {
    const log = createInspectorLog();
    const session = createScriptedSession();
    const other = createScriptedSession();
    log.followed?.(session);
    session.on('event', (event) => log.event?.(event, session));
    session.receive(...Array.from({ length: 12_000 }, () => ({ type: 'input_audio_buffer.cleared' })), userSays('u1', 'Last'));
    expect(log.events.length).to.be.within(log.most, log.most * 1.1);
    expect(log.events.at(-1)?.number).to.equal(12_001);
    expect(transcript(log.stateAfter(log.events.length - 1) ?? session.store.get())).to.have.length(1);
    expect(transcript(log.stateAfter(log.events.length - 2) ?? session.store.get())).to.have.length(0);
    log.followed?.(other);
    expect(log.events).to.have.length(0);
    log.followed?.(session);
    expect(log.events.at(-1)?.number).to.equal(12_001);
  });

  it('is read by a filter once an event, also when the oldest are let go', () => {
    const event = (number: number) => ({ number, at: 0, from: 'server' as const, type: number % 2 ? 'odd' : 'even', event: {} });
    const events = Array.from({ length: 10 }, (_, at) => event(at + 1));
    const filter = createEventFilter();
    filter.text = 'odd';
    expect(filter.read(events)).to.have.length(5);
    const later = [...events.slice(4), event(11)];
    expect(filter.read(later).map(({ number }) => number)).to.deep.equal([5, 7, 9, 11]);
    filter.text = '';
    expect(filter.read(later)).to.have.length(7);
  });
});

describe('a recording', () => {
  it('gives the state after any of its events, in any order', async () => {
    const recording = await readRecording('walk.jsonl', many(700));
    const count = (at: number) => transcript(recording.stateAfter(at) ?? fail()).length;
    expect([699, 0, 250, 249, 511].map(count)).to.deep.equal([700, 1, 251, 250, 512]);
    expect(recording.stateAfter(700)).to.equal(undefined);
    expect(recording.stateAfter(-1)).to.equal(undefined);
  });
});

describe('<realtime-voice> inspector: beside an element that makes videos', () => {
  /** Both elements; a video is being made. */
  async function both() {
    const videos = document.createElement('video-generator');
    videos.id = 'films';
    const queue = scriptedQueue({ tasks: [scriptedTask({ id: 'v', prompt: 'A heron' })] });
    videos.queue = queue;
    await fixture(html`${videos}`);
    const stage = await inspected([], { for: 'films' });
    const heard: object[] = [];
    stage.session.on('event', (event) => heard.push(event));
    stage.session.receive(userSays('u1', 'Make a film'));
    // Its log began long before the inspector's.
    const written = () => heard.map((event, at) => JSON.stringify({ at: 50_000 + at, from: 'server', event })).join('\n');
    Object.assign(stage.session, { export: written });
    await waitUntil(() => rows(stage).includes('video.restored'), 'the video in the log');
    const cards = () => [...(videos.shadowRoot?.querySelectorAll<HTMLElement>('.cards > .card') ?? [])].map(({ dataset }) => dataset['id']);
    return { ...stage, stage, videos, queue, cards };
  }

  it('shows what happens to videos among the events, and the videos after each', async () => {
    const { stage, queue, shows, session } = await both();
    queue.put({ id: 'v', progress: 0.5 });
    await waitUntil(() => rows(stage).includes('video.polled'));
    session.receive(userSays('u2', 'And now?'));
    queue.put({ id: 'v', status: 'failed', error: { code: 'server_error', message: '', retryable: true } });
    await waitUntil(() => rows(stage).includes('video.status'));
    expect(rows(stage).filter((type) => type?.startsWith('video.'))).to.deep.equal(['video.restored', 'video.polled', 'video.status']);
    await shows('.detail', 'in the video queue');
    expect(stage.text('.detail .then')).to.contain('failed · kling-v2 · server_error').and.to.contain('A heron');
    await expect(stage.element).to.be.accessible();
    while (!stage.text('.detail').includes('video.polled')) {
      key(stage, 'ArrowUp');
      await stage.element.updateComplete;
    }
    await shows('.detail .then', 'processing · kling-v2');
  });

  it('saves one file of both, in the order of time and without secrets, and shows it again in both', async () => {
    const { stage, queue, cards, videos, shows } = await both();
    queue.put({ id: 'w', status: 'failed', prompt: 'My key is sk-abcdefghijklmnop' });
    await waitUntil(() => rows(stage).includes('video.submitted'));
    const { href } = await saved(async () => stage.button('Save recording').click());
    const file = await (await fetch(href)).text();
    const lines = file
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly at: number; readonly from: string });
    expect(lines.map(({ from }) => from).toSorted()).to.deep.equal(['queue', 'queue', 'server']);
    for (const { at } of lines) expect(at).to.be.above(10_000);
    expect(lines.map(({ at }) => at)).to.deep.equal(lines.map(({ at }) => at).toSorted((one, other) => one - other));
    expect(file).not.to.contain('sk-abcdefghijklmnop');

    await queue.remove('v');
    await queue.remove('w');
    stage.session.close();
    give(stage, 'report.jsonl', file);
    await shows('.opened', 'report.jsonl');
    stage.button('Instantly').click();
    await waitUntil(() => cards().join() === 'w,v', 'the recorded videos in the element');
    await shows('.lines', 'Make a film');
    stage.button('Stop playback').click();
    await waitUntil(() => videos.queue === queue, 'the queue of before');
  });
});

function fail(): never {
  throw new Error('There is no state.');
}
