// Pictures for the next message: pasted, dropped, chosen, photographed, or a frame of the screen. Shown above the dock until they are sent.
import type { ReactiveController, TemplateResult } from 'lit';

import { VoxreelError, toVoxreelError } from '../../../core/errors.js';
import { languageOf } from '../../shared/language-controller.js';
import { fill } from '../../shared/strings.js';
import { conversationWords } from '../conversation-words.js';
import { isOffered } from '../controls.js';
import type { SessionController } from '../session-controller.js';
import type { VoiceElement } from '../voice-element.js';
import { frameFrom, type FrameSource } from './frame-from.js';
import { shareScreen } from './screen-share.js';
import { attachButton, trayView } from './tray-view.js';

const most = 4;
/** Between two pictures of a shared screen. */
const usualSeconds = 5;

const picturesIn = (transfer: DataTransfer | null): readonly File[] =>
  [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

export class Pictures implements ReactiveController {
  readonly #element: VoiceElement;
  readonly #control: SessionController;
  readonly #say: (text: string) => void;
  #pending: readonly Blob[] = [];
  #open = false;
  /** Whether messages may carry pictures here; undefined until the session knows. */
  #supported: boolean | undefined;
  /** Ends the sharing of the screen. */
  #stopSharing: (() => void) | undefined;

  constructor(element: VoiceElement, control: SessionController, say: (text: string) => void) {
    this.#element = element;
    this.#control = control;
    this.#say = say;
    element.addController(this);
  }

  hostConnected(): void {
    this.#element.addEventListener('paste', this.#pasted);
    this.#element.addEventListener('dragover', this.#dragged);
    this.#element.addEventListener('drop', this.#dropped);
  }

  hostDisconnected(): void {
    this.#element.removeEventListener('paste', this.#pasted);
    this.#element.removeEventListener('dragover', this.#dragged);
    this.#element.removeEventListener('drop', this.#dropped);
    this.#stopSharing?.();
  }

  /** A connection is open: its dialect is known. */
  async learn(): Promise<void> {
    const images = await this.#control.session?.images().catch(() => undefined);
    this.#supported = images !== undefined;
    this.#element.requestUpdate();
  }

  /** The call is over. */
  hungUp(): void {
    this.#stopSharing?.();
  }

  /** What was to be sent belongs to who was here before. */
  clear(): void {
    this.#stopSharing?.();
    this.#empty();
  }

  get waiting(): boolean {
    return this.#pending.length > 0;
  }

  /** Sends those that wait, with `text`. They stay where they cannot be sent. */
  async send(text: string): Promise<void> {
    const pictures = this.#pending;
    this.#empty();
    try {
      await this.#control.ensure().sendImages(pictures, text);
    } catch (cause) {
      this.#pending = pictures;
      this.#control.fail(toVoxreelError(cause, 'invalid_input'));
    }
  }

  /** In the dock. */
  button(): TemplateResult | undefined {
    if (this.#supported !== true || !isOffered(this.#element, 'text')) return undefined;
    return attachButton(this.#words, this.#open, () => this.#toggle());
  }

  /** Above the dock. */
  view(): TemplateResult | undefined {
    if (!this.#open && !this.waiting && this.#stopSharing === undefined) return undefined;
    return trayView({
      words: this.#words,
      pictures: this.#pending,
      open: this.#open,
      choose: (files) => void this.#add(files),
      take: (source) => void this.#take(source),
      share: () => void this.#share(),
      sharing: this.#stopSharing && { note: this.#sharingNote(), stop: this.#stopSharing },
      remove: (picture) => this.#remove(picture),
      send: () => void this.send(''),
    });
  }

  get #words() {
    return conversationWords.wordsFor(languageOf(this.#element));
  }

  #toggle(): void {
    this.#open = !this.#open;
    this.#element.requestUpdate();
  }

  async #add(pictures: readonly Blob[]): Promise<void> {
    if (pictures.length === 0) return;
    try {
      const images = await this.#control.ensure().images();
      if (images === undefined) throw new VoxreelError('images_unsupported', 'This service takes no pictures in a conversation.');
      this.#pending = [...this.#pending, ...pictures].slice(0, most);
      this.#open = false;
      this.#say(this.#words.pictureAdded);
    } catch (cause) {
      this.#control.fail(toVoxreelError(cause, 'invalid_input'));
    }
    this.#element.requestUpdate();
  }

  async #take(source: FrameSource): Promise<void> {
    try {
      const frame = await frameFrom(source);
      if (frame !== undefined) await this.#add([frame]);
    } catch (cause) {
      this.#control.fail(toVoxreelError(cause, 'camera_denied'));
    }
  }

  /** As pictures that ask for no answer: the visitor speaks of what is seen. */
  async #share(): Promise<void> {
    this.#open = false;
    try {
      this.#stopSharing = await shareScreen({
        everyMs: this.#everyMs,
        send: (picture) => this.#control.ensure().sendImages([picture], '', { respond: false }),
        ended: (cause) => {
          this.#stopSharing = undefined;
          if (cause !== undefined) this.#control.fail(toVoxreelError(cause, 'invalid_input'));
          this.#say(this.#words.sharingEnded);
          this.#element.requestUpdate();
        },
      });
      if (this.#stopSharing !== undefined) this.#say(this.#sharingNote());
    } catch (cause) {
      this.#control.fail(toVoxreelError(cause, 'camera_denied'));
    }
    this.#element.requestUpdate();
  }

  get #everyMs(): number {
    const { screenInterval = usualSeconds } = this.#element;
    return 1000 * (screenInterval >= 1 ? screenInterval : usualSeconds);
  }

  #sharingNote(): string {
    return fill(this.#words.sharing, { time: languageOf(this.#element).formats.span(this.#everyMs) });
  }

  #empty(): void {
    this.#pending = [];
    this.#open = false;
    this.#element.requestUpdate();
  }

  #remove(picture: Blob): void {
    this.#pending = this.#pending.filter((other) => other !== picture);
    this.#say(this.#words.pictureRemoved);
    this.#element.requestUpdate();
    this.#element.focus();
  }

  #takeFrom(event: Event, transfer: DataTransfer | null): void {
    const pictures = picturesIn(transfer);
    if (pictures.length === 0 || !isOffered(this.#element, 'text')) return;
    event.preventDefault();
    void this.#add(pictures);
  }

  readonly #pasted = (event: ClipboardEvent): void => this.#takeFrom(event, event.clipboardData);
  readonly #dropped = (event: DragEvent): void => this.#takeFrom(event, event.dataTransfer);
  readonly #dragged = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
}
