// Tasks in every state a card can be in. Each as a function of nothing: the time of day in stories stands still.
import type { TaskOutput } from '../../src/core/store/tasks-state.js';
import type { VideoTask } from '../../src/core/video/queue/video-queue.js';
import { scriptedTask } from '../../test/browser/elements/scripted-queue.js';
import { storyTime } from '../clock.js';
import { films, type Film } from '../media/films.js';

/** Milliseconds since 1970, `seconds` before now. */
export const ago = (seconds: number): number => storyTime - seconds * 1000;

const hour = 3600;
const makers: Readonly<Record<string, string>> = { kling: 'kling', vidu: 'vidu', jimeng: 'jimeng' };
const makerOf = (model: string): string => makers[/^[a-z]+/.exec(model)?.[0] ?? ''] ?? 'generic';

export const outputOf = ({ url, seed }: Film, more: Partial<TaskOutput> = {}): TaskOutput => ({
  url,
  format: 'webm',
  width: 1280,
  height: 720,
  duration: 5,
  seed,
  ...more,
});

type Change = Partial<VideoTask> & { readonly film?: Film };

/** A task about one of the films. */
export function taskOf(id: string, { film = films.desert, ...change }: Change = {}): VideoTask {
  const model = change.model ?? 'kling-v2';
  const { prompt, seed } = film;
  return scriptedTask({
    id,
    model,
    prompt,
    seed,
    providerId: makerOf(model),
    draft: { model, prompt: change.prompt ?? prompt, duration: 5 },
    createdAt: ago(hour),
    deadlineAt: storyTime + 24 * hour * 1000,
    ...change,
  });
}

export function finished(id: string, { film = films.desert, outputs = [outputOf(film)], ...change }: Change = {}): VideoTask {
  const createdAt = change.createdAt ?? ago(hour);
  return taskOf(id, { film, outputs, status: 'succeeded', createdAt, endedAt: createdAt + 40_000, ...change });
}

export const waiting = (id: string, seconds: number, change: Change = {}): VideoTask =>
  taskOf(id, { film: films.greenhouse, model: 'vidu-q2', createdAt: ago(seconds), progress: 0.1, ...change });

export const failedTask = (id: string, code: string, message: string, change: Change = {}): VideoTask =>
  taskOf(id, {
    film: { prompt: 'Portrait of a well-known actor, studio light', seed: 12, url: '' },
    model: 'jimeng-3',
    status: 'failed',
    error: { code, message, retryable: false },
    ...change,
  });

/** Six that took about forty seconds, so that the next one can be told. */
export const history = (model = 'vidu-q2'): readonly VideoTask[] =>
  [36, 38, 40, 41, 44, 52].map((seconds, at) => {
    const createdAt = ago(hour * (at + 2));
    const film = Object.values(films)[at % 4] ?? films.desert;
    return finished(`earlier-${at}`, { film, model, createdAt, endedAt: createdAt + seconds * 1000 });
  });

const subjects = ['A fox in tall grass', 'Rain on a tin roof', 'Cabins under northern light', 'A kite over the dunes', 'Volcano at dusk'];
const models = ['kling-v2', 'vidu-q2', 'jimeng-3'];

/** A long history, newest first; one in ten went wrong. */
export function manyTasks(count: number): readonly VideoTask[] {
  const all = Object.values(films);
  return Array.from({ length: count }, (_, at) => {
    const film = { ...(all[at % all.length] ?? films.desert), seed: 1000 + at };
    const prompt = `${subjects[at % subjects.length]}, take ${count - at}`;
    const change = { film, prompt, model: models[at % models.length] ?? 'kling-v2', createdAt: ago(hour + at * 600) };
    return at % 10 === 9 ? failedTask(`many-${at}`, 'server_error', '', change) : finished(`many-${at}`, change);
  });
}
