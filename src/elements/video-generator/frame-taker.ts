// Takes first and last frames from drops, pastes and pickers into the draft, under the model's limits. Draws nothing.
import type { ComposerController } from './composer-controller.js';
import type { FrameName } from './composer-view.js';
import { pictureIn } from './frame-input.js';

export interface FrameTaker {
  /** From a drop or a paste; without a name the first free place. */
  take(event: Event, transfer: DataTransfer | null, frame?: FrameName): void;
  set(frame: FrameName, value: string | Blob | undefined): void;
}

export interface FrameTakerHost {
  /** What is wrong with a file, in words. */
  trouble(file: Blob, maxBytes: number): string | undefined;
  refused(frame: FrameName, text: string): void;
  taken(frame: FrameName): void;
}

export function createFrameTaker(composer: ComposerController, host: FrameTakerHost): FrameTaker {
  const limits = () => composer.info.limits.images;
  const most = () => limits()?.max ?? 1;
  const free = (): FrameName =>
    composer.draft.image !== undefined && composer.draft.lastImage === undefined && most() > 1 ? 'lastImage' : 'image';
  const set: FrameTaker['set'] = (frame, value) => {
    const trouble = value instanceof Blob ? host.trouble(value, limits()?.maxBytes ?? Infinity) : undefined;
    if (trouble !== undefined) return host.refused(frame, trouble);
    composer.change({ [frame]: value });
    host.taken(frame);
  };
  return {
    set,
    take(event, transfer, frame) {
      const picture = pictureIn(transfer);
      // An address pasted into the prompt stays text.
      if (picture === undefined || most() === 0 || (event.type === 'paste' && typeof picture === 'string')) return;
      event.preventDefault();
      event.stopPropagation();
      set(frame ?? free(), picture);
    },
  };
}
