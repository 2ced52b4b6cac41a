// Takes first and last frames from drops, pastes and pickers into the draft. Draws nothing; whether a file can be read is told by `check`.
import type { ComposerController } from './composer-controller.js';
import type { FrameName } from './composer-view.js';
import { isPicture, pictureIn } from './frame-input.js';

export interface FrameTaker {
  /** From a drop or a paste; without a name the first free place. */
  take(event: Event, transfer: DataTransfer | null, frame?: FrameName): void;
  set(frame: FrameName, value: string | Blob | undefined): void;
}

export interface FrameTakerHost {
  /** False where this browser cannot read the file. */
  check(file: Blob): Promise<boolean>;
  refused(frame: FrameName, reason: 'frameNoImage' | 'frameUnreadable'): void;
  taken(frame: FrameName): void;
}

export function createFrameTaker(composer: ComposerController, host: FrameTakerHost): FrameTaker {
  const most = () => composer.info.limits.images?.max ?? 1;
  const free = (): FrameName =>
    composer.draft.image !== undefined && composer.draft.lastImage === undefined && most() > 1 ? 'lastImage' : 'image';
  const set: FrameTaker['set'] = (frame, value) => {
    if (value instanceof Blob && !isPicture(value)) return host.refused(frame, 'frameNoImage');
    composer.change({ [frame]: value });
    host.taken(frame);
    if (value instanceof Blob) void confirm(frame, value);
  };
  const confirm = async (frame: FrameName, file: Blob) => {
    if ((await host.check(file)) || composer.draft[frame] !== file) return;
    composer.change({ [frame]: undefined });
    host.refused(frame, 'frameUnreadable');
  };
  return {
    set,
    take(event, transfer, frame) {
      const picture = pictureIn(transfer);
      // An address pasted into the prompt stays text.
      if (picture === undefined || most() === 0 || (event.type === 'paste' && typeof picture !== 'object')) return;
      event.preventDefault();
      event.stopPropagation();
      if (picture === false) host.refused(frame ?? free(), 'frameNoImage');
      else set(frame ?? free(), picture);
    },
  };
}
