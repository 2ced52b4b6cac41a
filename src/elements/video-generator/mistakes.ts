// Looks for the site's mistake behind what goes wrong with a video. What knows mistakes is loaded with the first failure.
import type { VoxreelError } from '../../core/errors.js';
import type { VideoTask } from '../../core/video/queue/video-queue.js';
import { joinUrl } from '../../core/http.js';
import { paths, videoGenerationPath } from '../../protocol/names.js';
import type { Diagnosis, Mishap } from '../shared/diagnosis/diagnose.js';
import type { Language } from '../shared/strings.js';
import type { VideoProperties } from './video-properties.js';

export interface MistakesHost {
  readonly element: Pick<VideoProperties, 'baseUrl' | 'headers' | 'queue'>;
  language(): Language;
  /** There is something else to show. */
  changed(): void;
}

type Failure = Pick<Mishap, 'error' | 'model' | 'request'>;

export class Mistakes {
  readonly #host: MistakesHost;
  readonly #setups = new Map<string, Diagnosis['setup']>();
  #newest: Diagnosis | undefined;

  constructor(host: MistakesHost) {
    this.#host = host;
  }

  /** What to fix, for the developer of the page. */
  get advice(): string | undefined {
    return this.#newest?.advice;
  }

  /** What a visitor reads of a failed video. */
  setupOf(id: string): Diagnosis['setup'] {
    return this.#setups.get(id);
  }

  /** A new attempt: what was said of the one before is over. */
  clear(): void {
    this.#newest = undefined;
  }

  changed(task: VideoTask, before: VideoTask | undefined): void {
    const error = task.error ?? task.pollError;
    if (error === undefined || task.ownService || error.code === (before?.error ?? before?.pollError)?.code) return;
    const path = task.taskId === undefined ? paths.videoGenerations : videoGenerationPath(task.taskId);
    const request = { method: task.taskId === undefined ? 'POST' : 'GET', url: joinUrl(this.#host.element.baseUrl, path) };
    void this.#find({ error, request, model: task.model }).then((found) => {
      if (found?.setup === undefined) return;
      this.#setups.set(task.id, found.setup);
      this.#host.changed();
    });
  }

  /** It became no task. */
  refused(error: VoxreelError, model: string): void {
    void this.#find({ error, model });
  }

  /** The page names no model, and the service has none. Gives what a visitor reads then. */
  async lacksModel(): Promise<Diagnosis['setup']> {
    return (await this.#find({ error: { code: 'model_missing' }, model: '' }))?.setup;
  }

  async #find(failure: Failure): Promise<Diagnosis | undefined> {
    const { element, language } = this.#host;
    // A queue of the page's own was made from what the element does not know.
    if (element.queue !== undefined) return undefined;
    const { baseUrl, headers: given } = element;
    const headers = async () => (typeof given === 'function' ? await given() : (given ?? {}));
    // Without a network it does not come, and what is shown is true all the same.
    const diagnosis = await import('../shared/diagnosis/diagnose.js').then(
      ({ diagnose }) => diagnose({ ...failure, baseUrl, headers, element: 'video-generator' }, language()),
      () => undefined,
    );
    if (diagnosis === undefined) return undefined;
    this.#newest = diagnosis;
    this.#host.changed();
    return diagnosis;
  }
}
