// Takes first and last frames from drops, pastes and pickers into the draft. Loaded with the first of them; draws nothing.
import type { Language } from '../../shared/strings.js';
import type { ComposerController, ComposerNotice } from './composer-controller.js';
import type { FrameName } from './composer-view.js';
import { isPicture, isWebAddress } from './frame-input.js';
import { canRead } from './frame-view.js';
import { videoPanelWords } from './panel-words.js';

/** What was dropped or pasted, read while its event lasted. */
export interface Dropped {
  readonly files: readonly File[];
  /** As `text/uri-list`. */
  readonly addresses: string;
}

export interface FrameHost {
  readonly composer: ComposerController;
  language(): Language;
  complain(notice: ComposerNotice): void;
  /** The frame stands in the draft. */
  taken(frame: FrameName): void;
}

/** Without a name it goes to the first free place. */
export function takeDropped({ files, addresses }: Dropped, frame: FrameName | undefined, host: FrameHost): void {
  const { draft, info } = host.composer;
  const most = info.limits.images?.max ?? 1;
  const free = draft.image !== undefined && draft.lastImage === undefined && most > 1 ? 'lastImage' : 'image';
  const address = addresses.split(/\r?\n/).find((line) => !line.startsWith('#')) ?? '';
  const picture = files.find(isPicture) ?? files[0];
  if (picture !== undefined) setFrame(frame ?? free, picture, host);
  else if (isOfPage(address)) void takeOfPage(frame ?? free, address, host);
  else if (isWebAddress(address)) setFrame(frame ?? free, address, host);
}

/** A picture on this page: a service could not read it from this address, or not without this visitor's login. */
function isOfPage(address: string): boolean {
  return (
    address.startsWith('data:') ||
    (/^(?:https?|blob):/.test(address) && URL.canParse(address) && new URL(address).origin === location.origin)
  );
}

async function takeOfPage(frame: FrameName, address: string, host: FrameHost): Promise<void> {
  const before = host.composer.draft[frame];
  const file = await fetch(address).then(
    (answer) => (answer.ok ? answer.blob() : undefined),
    () => undefined,
  );
  // Another one was chosen meanwhile.
  if (host.composer.draft[frame] !== before) return;
  if (file !== undefined) return setFrame(frame, file, host);
  refuse(frame, 'frameUnreadable', host);
}

export function setFrame(frame: FrameName, value: string | Blob | undefined, host: FrameHost): void {
  if (value instanceof Blob && !isPicture(value)) return refuse(frame, 'frameNoImage', host);
  host.composer.change({ [frame]: value });
  host.taken(frame);
  if (value instanceof Blob) void confirm(frame, value, host);
}

/** A file this browser cannot read is better refused now than when it is sent. */
async function confirm(frame: FrameName, file: Blob, host: FrameHost): Promise<void> {
  if ((await canRead(file)) || host.composer.draft[frame] !== file) return;
  host.composer.change({ [frame]: undefined });
  refuse(frame, 'frameUnreadable', host);
}

function refuse(frame: FrameName, reason: 'frameNoImage' | 'frameUnreadable', { complain, language }: FrameHost): void {
  complain({ param: frame, text: videoPanelWords.wordsFor(language())[reason] });
}
