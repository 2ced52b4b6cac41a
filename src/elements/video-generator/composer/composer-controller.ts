// What is being written: the draft, which control is open, what is wrong. Sends nothing and knows no queue.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import type { VideoDraft } from '../../../core/providers/provider.js';
import { settleDraft, unknownModel, type ModelInfo } from './draft.js';

/** Trouble with the draft, in words, beside the control it is about. */
export interface ComposerNotice {
  readonly param: string;
  readonly text: string;
}

type Metadata = Readonly<Record<string, unknown>>;

export class ComposerController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  /** Each provider's own fields, so that going back to one brings them back, and none is sent to another. */
  readonly #metadata = new Map<string, Metadata>();
  #draft: VideoDraft = { model: '', prompt: '' };
  #info: ModelInfo = unknownModel;
  #open: string | undefined;
  #notice: ComposerNotice | undefined;
  #parentId: string | undefined;
  /** As the page set it last: no news for the page. */
  given: VideoDraft | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  get draft(): VideoDraft {
    return this.#draft;
  }

  /** As it would be sent now. */
  get settled(): VideoDraft {
    return settleDraft(this.#draft, this.#info);
  }

  get info(): ModelInfo {
    return this.#info;
  }

  set info(info: ModelInfo) {
    if (info === this.#info) return;
    const before = this.#info.providerId;
    this.#info = info;
    if (before !== '' && before !== info.providerId) {
      this.#metadata.set(before, this.#draft.metadata ?? {});
      this.#draft = { ...this.#draft, metadata: this.#metadata.get(info.providerId) };
    }
    this.#host.requestUpdate();
  }

  /** The name of the control that is open. */
  get open(): string | undefined {
    return this.#open;
  }

  set open(name: string | undefined) {
    this.#open = name;
    this.#host.requestUpdate();
  }

  get notice(): ComposerNotice | undefined {
    return this.#notice;
  }

  set notice(notice: ComposerNotice | undefined) {
    this.#notice = notice;
    this.#host.requestUpdate();
  }

  change(patch: Partial<VideoDraft>): void {
    this.#draft = { ...this.#draft, ...patch };
    if (this.#notice !== undefined && this.#notice.param in patch) this.#notice = undefined;
    this.#host.requestUpdate();
  }

  changeMetadata(patch: Metadata): void {
    this.change({ metadata: { ...this.#draft.metadata, ...patch } });
  }

  /** The task the draft was taken from. */
  get parentId(): string | undefined {
    return this.#parentId;
  }

  /** Of the page: what it leaves out is empty, but the model. */
  give(draft: Partial<VideoDraft>): void {
    this.load((this.given = { model: this.#draft.model, prompt: '', ...draft }));
  }

  /** Nothing is left of what was written, but the model. */
  clear(): void {
    this.#metadata.clear();
    this.load({ model: this.#draft.model, prompt: '' });
  }

  /** Puts a complete earlier draft back. */
  load(draft: VideoDraft, parentId?: string): void {
    this.#draft = draft;
    this.#parentId = parentId;
    this.#open = this.#notice = undefined;
    this.#host.requestUpdate();
  }
}
