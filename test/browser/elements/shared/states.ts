// Both elements in each of their states, in a language: what tests of words, directions and colors walk through.
import 'voxreel/realtime-voice';
import 'voxreel/video-generator';
import { VoxreelError, defineProvider } from 'voxreel';
import type { RealtimeVoice, VideoGenerator } from 'voxreel';
import { scriptedQueue, scriptedTask, type ScriptedQueueOptions } from '../scripted-queue.js';
import { assistantCalls, assistantSpeaks, assistantStops, createScriptedSession, heard, userSays } from '../scripted-session.js';
import { until } from '../until.js';

export type Face = VideoGenerator | RealtimeVoice;

export interface State {
  readonly name: string;
  /** Puts the element into `place` and resolves when the state is on the page. */
  show(place: HTMLElement): Promise<Face>;
}

const now = Date.now();
const day = 86_400_000;
const video = 'https://files.example/one.mp4';

/** Prompts that hold no Latin letter: what is left of those is the element's own. */
const prompt = '... 12 ...';

const tasks: ScriptedQueueOptions['tasks'] = [
  scriptedTask({ id: 'sending', status: 'submitting', prompt, taskId: undefined }),
  scriptedTask({ id: 'making', status: 'processing', prompt, createdAt: now - 42_000 }),
  scriptedTask({
    id: 'done',
    status: 'succeeded',
    prompt,
    outputs: [{ url: video, width: 1280, height: 720, duration: 5, expiresAt: now + 3 * 3_600_000 }],
  }),
  scriptedTask({ id: 'ended', status: 'succeeded', prompt, outputs: [{ url: video, expiresAt: now - 1000 }], createdAt: now - 2 * day }),
  scriptedTask({ id: 'failed', status: 'failed', prompt, error: { code: 'server_error', message: prompt, retryable: true } }),
  scriptedTask({ id: 'unsure', status: 'unconfirmed', prompt, error: { code: 'network', message: prompt, retryable: true } }),
  scriptedTask({ id: 'stopped', status: 'stopped', prompt }),
  scriptedTask({ id: 'expired', status: 'expired', prompt }),
];

const provider = defineProvider({
  id: 'own',
  title: '1',
  models: ['m-1'],
  limits: {
    durations: [5, 10],
    sizes: ['1280x720', '720x1280'],
    fps: [24, 30],
    images: { encoding: 'data-url', max: 2, maxBytes: 1000 },
    promptLength: 20,
  },
  ui: {
    style: { label: '2', kind: 'choice', choices: [1, 2] },
    sound: { label: '3', kind: 'boolean' },
    seedling: { label: '4', kind: 'integer', min: 0, max: 9, rare: true },
  },
  estimate: () => ({ amount: 1234.5, unit: '¤' }),
});

export const rootOf = (element: Face): ShadowRoot => {
  if (element.shadowRoot === null) throw new Error('Nothing was rendered.');
  return element.shadowRoot;
};

const there = (element: Face, selector: string) => until(() => rootOf(element).querySelector<HTMLElement>(selector) ?? undefined, selector);

async function videoFace(place: HTMLElement, options: ScriptedQueueOptions = {}): Promise<VideoGenerator> {
  const element = document.createElement('video-generator');
  element.queue = scriptedQueue(options);
  element.providers = [provider];
  element.models = element.model = 'm-1';
  place.replaceChildren(element);
  await there(element, '[data-opens="metadata.style"]');
  return element;
}

const opened = (chip: string): State => ({
  name: `video: ${chip} open`,
  async show(place) {
    const element = await videoFace(place);
    (await there(element, `[data-opens="${chip}"]`)).click();
    await there(element, '#panel .panel-body > *');
    return element;
  },
});

const pressed = (act: string, card: string): State => ({
  name: `video: ${act}`,
  async show(place) {
    const element = await videoFace(place, { tasks });
    (await there(element, `[data-id="${card}"] [data-act="${act}"]`)).click();
    await there(element, 'dialog[open]');
    return element;
  },
});

export const videoStates: readonly State[] = [
  { name: 'video: empty', show: async (place) => videoFace(place) },
  {
    name: 'video: a prompt that is too long',
    async show(place) {
      const element = await videoFace(place, { persistent: false });
      const area = await there(element, 'textarea');
      if (area instanceof HTMLTextAreaElement) area.value = '1'.repeat(30);
      area.dispatchEvent(new Event('input', { bubbles: true }));
      (await there(element, '[part~="generate"]')).click();
      await there(element, '.problem, [aria-invalid="true"]');
      return element;
    },
  },
  ...['model', 'duration', 'size', 'fps', 'n', 'seed', 'image', 'metadata.style', 'more', 'help'].map(opened),
  {
    name: 'video: a gallery of every status, its history unfolded',
    async show(place) {
      const element = await videoFace(place, { tasks, setAside: 3 });
      (await there(element, '[aria-controls="history"], .foot button')).click();
      await there(element, '#history .tools');
      return element;
    },
  },
  pressed('view', 'done'),
];

async function voiceFace(place: HTMLElement, attributes: Record<string, string> = {}) {
  const element = document.createElement('realtime-voice');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const session = createScriptedSession();
  element.session = session;
  place.replaceChildren(element);
  await there(element, '[role=status]');
  return { element, session };
}

const talk = [
  userSays('u1', '1 2 3'),
  ...assistantSpeaks('a1', '1 2 3 4 5 6', 2000),
  heard('a1', 900),
  ...assistantStops('a1'),
  userSays('u2', '4 5'),
  ...assistantCalls('c1', '_', { _: 1 }),
  { type: 'rate_limits.updated', rate_limits: [{ name: '_', limit: 100, remaining: 5, reset_seconds: 60 }] },
];

async function talking(place: HTMLElement, attributes: Record<string, string> = {}) {
  const stage = await voiceFace(place, attributes);
  stage.session.enter('open');
  stage.session.receive(...talk);
  stage.session.askApproval({ callId: 'call_c1', name: '_', arguments: '{"_":1}' });
  await there(stage.element, '[part~="tool-call"] button');
  return stage;
}

const inspector = /Inspector|检查器|المفتّش/;

const sheet = (name: string, ready: string): State => ({
  name: `voice: ${name}`,
  async show(place) {
    const { element } = await talking(place, { inspector: '' });
    (await there(element, `[data-sheet=${name}]`)).click();
    await there(element, ready);
    return element;
  },
});

export const voiceStates: readonly State[] = [
  { name: 'voice: at rest', show: async (place) => (await voiceFace(place)).element },
  { name: 'voice: text alone', show: async (place) => (await voiceFace(place, { modalities: 'text' })).element },
  { name: 'voice: talking, a function to be allowed', show: async (place) => (await talking(place)).element },
  {
    name: 'voice: reconnecting',
    async show(place) {
      const { element, session } = await talking(place);
      session.enter('reconnecting');
      await there(element, '.dot.reconnecting');
      return element;
    },
  },
  {
    name: 'voice: not connected',
    async show(place) {
      const { element, session } = await voiceFace(place);
      session.failNext('connect', new VoxreelError('network', '1', { retryable: true }));
      await element.connect().catch(() => undefined);
      await there(element, '[part~="error"]');
      return element;
    },
  },
  {
    name: 'voice: no microphone',
    async show(place) {
      const { element, session } = await voiceFace(place);
      session.failNext('setMicrophone', new VoxreelError('microphone_denied', '1'));
      await element.connect().catch(() => undefined);
      await there(element, '[part~="error"]');
      return element;
    },
  },
  sheet('settings', '[role=dialog]'),
  sheet('more', '[role=menu]'),
  sheet('gauges', '[role=dialog]'),
  {
    name: 'voice: inspector',
    async show(place) {
      const { element } = await talking(place, { inspector: '' });
      (await there(element, '[data-sheet=more]')).click();
      const item = () =>
        [...rootOf(element).querySelectorAll<HTMLElement>('[role=menuitem]')].find((each) => inspector.test(each.innerText));
      (await until(item, 'the inspector in the menu')).click();
      await there(element, '[role=dialog]');
      return element;
    },
  },
];

export const states: readonly State[] = [...videoStates, ...voiceStates];
