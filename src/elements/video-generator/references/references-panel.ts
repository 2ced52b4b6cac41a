// The references of the draft as one edits them, and the library they may be kept in. Loaded when references are wanted.
import { html, nothing, type TemplateResult } from 'lit';

import { isMentionName, mentionsIn } from '../../../base/mentions.js';
import { toVoxreelError } from '../../../core/errors.js';
import type { ProviderLimits, ReferenceRole, VideoDraft, VideoReference } from '../../../core/providers/provider.js';
import type { KeptReference, ReferenceLibrary } from '../../../core/video/references/reference-library.js';
import { referenceRoles } from '../../../protocol/video-fields.js';
import { errorText } from '../../shared/error-text.js';
import { fields } from '../../shared/fields.styles.js';
import { progressBar } from '../../shared/progress.styles.js';
import { fill, fillCount } from '../../shared/strings.js';
import { plusIcon } from '../composer/composer-icons.js';
import { fileButton } from '../composer/file-button.styles.js';
import { isPicture, isWebAddress } from '../composer/frame-input.js';
import { canRead } from '../composer/frame-view.js';
import { panelStyles } from '../composer/panel.styles.js';
import { videoPanelWords } from '../composer/panel-words.js';
import { MentionCompletion, nameFor, type NamedReference } from './mention-completion.js';
import { toggleReferences, type ReferencesHost } from './references-host.js';
import { libraryView, mentionListView, rowView, tileView } from './references-view.js';
import { referencesStyles } from './references.styles.js';
import { videoReferenceWords, type VideoReferenceWords } from './reference-words.js';

export const styles = [fields, progressBar, fileButton, panelStyles, referencesStyles];

type Limits = NonNullable<ProviderLimits['references']>;

const none: Limits = { max: 0 };
const isNamed = (reference: VideoReference): reference is NamedReference => (reference.name ?? '') !== '';
const isSame = (one: string, other: string): boolean => one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();

export class ReferencesPanel {
  readonly #host: ReferencesHost;
  readonly #library: ReferenceLibrary;
  readonly #completion: MentionCompletion;
  #kept: readonly KeptReference[] = [];
  #reading: Promise<void> | undefined;
  /** What is wrong with a name, at its place. */
  #problem: { readonly at: number; readonly text: string; readonly written: string } | undefined;

  constructor(host: ReferencesHost, library: ReferenceLibrary) {
    this.#host = host;
    this.#library = library;
    this.#completion = new MentionCompletion({
      all: () => this.#nameable(),
      chosen: (reference) => this.#use(reference),
      changed: () => host.element.requestUpdate(),
      found: (count) => host.say(fillCount(this.#words.mentionsFound, count, host.formats())),
    });
    library.subscribe(() => void this.#read());
    void this.#read();
  }

  /** Its panel was closed: what other tabs have kept meanwhile is read again at the next opening. */
  closed(): void {
    this.#problem = undefined;
    this.#reading = undefined;
  }

  /** `title`: of the tile that opens the control. */
  tiles(title: string): TemplateResult {
    const words = this.#words;
    const { open } = this.#host.composer;
    const isOpen = open === 'references';
    const used = this.#used;
    return html`<div
      class="frames references"
      role="group"
      aria-label=${words.mentions}
      @dragover=${allowPicture}
      @drop=${(event: DragEvent) => this.#take(event, event.dataTransfer)}
    >
      ${used.map((reference) => tileView({ reference, isOpen, words, uploaded: undefined, toggle: () => toggleReferences(this.#host) }))}
      ${
        used.length >= this.#limits.max
          ? nothing
          : html`<button
              type="button"
              class="tile"
              part="reference"
              data-opens="references"
              aria-expanded=${isOpen}
              aria-controls=${isOpen ? 'panel' : nothing}
              @click=${() => toggleReferences(this.#host)}
            >
              <span class="caption">${title}${plusIcon}</span>
            </button>`
      }
    </div>`;
  }

  view(): TemplateResult {
    if (this.#reading === undefined) void this.#read();
    const words = this.#words;
    const used = this.#used;
    const isFull = used.length >= this.#limits.max;
    const first = used.find(isNamed)?.name ?? 'ada';
    return html`${
        used.length === 0 ? nothing : html`<div class="reference-list">${used.map((reference, at) => this.#row(reference, at))}</div>`
      }
      ${isFull ? nothing : this.#adding()}
      ${libraryView({
        kept: this.#kept,
        words,
        isFull,
        isUsed: ({ name }) => used.some((one) => isSame(one.name ?? '', name)),
        toggle: (reference) => this.#toggleUse(reference),
        forget: (reference) => void this.#forget(reference),
      })}
      <p class="hint">
        ${used.length === 0 ? words.hintNew : fill(words.hint, { name: `@${first}` })}
        ${fillCount(words.most, this.#limits.max, this.#host.formats())}
        ${this.#isMixed ? html`<span class="problem">${words.alone}</span>` : nothing}
      </p>`;
  }

  mentions(): TemplateResult | typeof nothing {
    const { options, active } = this.#completion;
    return mentionListView({ options, active, words: this.#words, choose: (one) => this.#completion.choose(one) });
  }

  typed(area: HTMLTextAreaElement): void {
    this.#completion.follow(area);
    if (this.#kept.length === 0) void this.#reading?.then(() => this.#completion.follow(area));
  }

  /** With the references of the library that the prompt names, each with a role that the model knows. */
  async completed(draft: VideoDraft): Promise<VideoDraft> {
    await this.#reading;
    const references = [...(draft.references ?? []), ...this.named(draft)].map((one) => this.#fitted(one));
    return { ...draft, references: references.length === 0 ? undefined : references };
  }

  /** Of the library, in the prompt, and not in the draft yet. */
  named({ prompt, references = [] }: VideoDraft): readonly VideoReference[] {
    const isGiven = (name: string) => references.some((one) => isSame(one.name ?? '', name));
    const named = mentionsIn(prompt, this.#kept).map((mention) => mention.named);
    return [...new Set(named.filter(({ name }) => !isGiven(name)))];
  }

  get #words(): VideoReferenceWords {
    return videoReferenceWords.wordsFor(this.#host.language());
  }

  get #limits(): Limits {
    return this.#host.composer.info.limits.references ?? none;
  }

  get #roles(): readonly ReferenceRole[] {
    return this.#limits.roles ?? referenceRoles;
  }

  get #used(): readonly VideoReference[] {
    return this.#host.composer.draft.references ?? [];
  }

  get #isMixed(): boolean {
    const { image, lastImage } = this.#host.composer.draft;
    return this.#limits.alone === true && this.#used.length > 0 && (image !== undefined || lastImage !== undefined);
  }

  #nameable(): readonly NamedReference[] {
    const used = this.#used.filter(isNamed);
    const isFull = used.length >= this.#limits.max;
    const others = isFull ? [] : this.#kept.filter(({ name }) => !used.some((one) => isSame(one.name, name)));
    return [...used, ...others];
  }

  #fitted({ image, role, name }: VideoReference): VideoReference {
    return { image, name, role: this.#roles.find((one) => one === role) };
  }

  #change(references: readonly VideoReference[]): void {
    this.#host.composer.change({ references: references.length > 0 ? references : undefined });
  }

  #row(reference: VideoReference, at: number): TemplateResult {
    const edit = (patch: Partial<VideoReference>) => this.#change(this.#used.with(at, { ...reference, ...patch }));
    return rowView({
      reference,
      words: this.#words,
      roles: this.#roles,
      isKept: this.#isKept(reference),
      problem: this.#problem?.at === at ? this.#problem : undefined,
      rename: (name) => this.#rename(at, name),
      setRole: (role) => edit({ role }),
      keep: () => void this.#keep(reference),
      remove: () => {
        this.#problem = undefined;
        this.#change(this.#used.toSpliced(at, 1));
        this.#host.focus('#panel .reference:last-child .round', '#panel :is(input, button)');
      },
    });
  }

  #isKept({ name = '', role, image }: VideoReference): boolean {
    return this.#kept.some((one) => isSame(one.name, name) && one.role === role && isSamePicture(one.image, image));
  }

  #rename(at: number, name: string): void {
    const { nameWrong, nameTaken } = this.#words;
    const isTaken = this.#used.some((one, place) => place !== at && isSame(one.name ?? '', name));
    const text = isMentionName(name) ? (isTaken ? nameTaken : undefined) : nameWrong;
    this.#problem = text === undefined ? undefined : { at, text, written: name };
    const reference = this.#used[at];
    if (text === undefined && reference !== undefined) this.#change(this.#used.with(at, { ...reference, name }));
    this.#host.element.requestUpdate();
  }

  #adding(): TemplateResult {
    const words = this.#words;
    const { chooseFile, frameUrl } = videoPanelWords.wordsFor(this.#host.language());
    return html`<div
        class="frame-choice"
        @dragover=${allowPicture}
        @drop=${(event: DragEvent) => this.#take(event, event.dataTransfer)}
        @paste=${(event: ClipboardEvent) => this.#take(event, event.clipboardData)}
      >
        <span class="note">${words.addHint}</span>
        <label class="button file">
          <span>${chooseFile}</span>
          <input
            type="file"
            accept="image/*"
            multiple
            @change=${(event: Event) => event.target instanceof HTMLInputElement && void this.#add([...(event.target.files ?? [])])}
          />
        </label>
      </div>
      <label class="field">
        <span class="label">${frameUrl}</span>
        <input
          class="input"
          type="url"
          inputmode="url"
          placeholder="https://"
          @change=${(event: Event) => event.target instanceof HTMLInputElement && this.#addAddress(event.target)}
        />
      </label>`;
  }

  #addAddress(input: HTMLInputElement): void {
    const address = input.value.trim();
    input.value = '';
    if (address !== '') void this.#add([address]);
  }

  #take(event: Event, transfer: DataTransfer | null): void {
    const files = [...(transfer?.files ?? [])];
    const address = (transfer?.getData('text/uri-list') ?? '').split(/\r?\n/).find((line) => !line.startsWith('#')) ?? '';
    const pictures = files.length > 0 ? files : isWebAddress(address) ? [address] : [];
    if (pictures.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#add(pictures);
  }

  async #add(pictures: readonly (string | File)[]): Promise<void> {
    const words = this.#words;
    for (const image of pictures.slice(0, this.#limits.max - this.#used.length)) {
      const isOne = typeof image === 'string' ? isWebAddress(image) : isPicture(image);
      if (!isOne) return this.#host.complain({ param: 'references', text: words.noPicture });
      if (image instanceof Blob && !(await canRead(image))) return this.#host.complain({ param: 'references', text: words.unreadable });
      const taken = [...this.#used, ...this.#kept].flatMap(({ name }) => (name === undefined ? [] : [name]));
      this.#change([...this.#used, { image, role: this.#roles[0], name: nameFor(image, taken) }]);
    }
    this.#host.focus('#panel .reference:last-child input');
  }

  #use(reference: NamedReference): void {
    if (this.#used.some((one) => isSame(one.name ?? '', reference.name)) || this.#used.length >= this.#limits.max) return;
    this.#change([...this.#used, this.#fitted(reference)]);
  }

  #toggleUse(reference: NamedReference): void {
    const others = this.#used.filter((one) => !isSame(one.name ?? '', reference.name));
    if (others.length < this.#used.length) this.#change(others);
    else this.#use(reference);
  }

  async #keep(reference: VideoReference): Promise<void> {
    await this.#write(() => this.#library.put(reference));
    if (this.#isKept(reference)) this.#host.say(this.#words.kept);
  }

  async #forget({ name }: NamedReference): Promise<void> {
    await this.#write(() => this.#library.remove(name));
    this.#host.focus('#panel .kept .tile', '#panel :is(input, button)');
  }

  async #write(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      await this.#read();
    } catch (cause) {
      const { code, message } = toVoxreelError(cause, 'storage_unavailable');
      this.#host.complain({ param: 'references', text: errorText(this.#words.errors, code) ?? message });
    }
  }

  #read(): Promise<void> {
    return (this.#reading = this.#readKept());
  }

  async #readKept(): Promise<void> {
    // Without a storage there is no library; references work all the same.
    const kept = await this.#library.all().catch(() => []);
    // Pictures that are drawn already stay the same objects.
    this.#kept = kept.map((one) => this.#kept.find((known) => known.name === one.name && known.updatedAt === one.updatedAt) ?? one);
    this.#host.element.requestUpdate();
  }
}

/** One that was stored and read again is another object. */
const isSamePicture = (one: string | Blob, other: string | Blob): boolean =>
  one instanceof Blob && other instanceof Blob ? one.size === other.size && one.type === other.type : one === other;

function allowPicture(event: DragEvent): void {
  if (event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/uri-list')) event.preventDefault();
}
