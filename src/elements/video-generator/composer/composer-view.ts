// The sheet one writes on: prompt, frames, chips, the open control, the button and the honest line. Pure templates over a context.
import { html, nothing, type TemplateResult } from 'lit';

import type { VideoDraft } from '../../../core/providers/provider.js';
import type { FieldOf } from '../../../protocol/video-fields.js';
import type { Formats } from '../../shared/formats.js';
import { fill } from '../../shared/strings.js';
import type { Chip } from './chips.js';
import { alertIcon, plusIcon } from './composer-icons.js';
import type { ComposerNotice } from './composer-controller.js';
import type { ModelInfo } from './draft.js';
import type { VideoWords } from '../video-words.js';

export type FrameName = FieldOf<'image'>;

export interface ComposerContext {
  readonly draft: VideoDraft;
  readonly info: ModelInfo;
  readonly chips: readonly Chip[];
  readonly open: string | undefined;
  readonly notice: ComposerNotice | undefined;
  readonly sending: boolean;
  readonly words: VideoWords;
  readonly formats: Formats;
  readonly timeLine: string;
  readonly costLine: string;
  /** Warnings about everything: offline, memory only. */
  readonly warnings: readonly string[];
  /** The drafts beside this one, and the way to another, once their code is here. */
  readonly drafts: TemplateResult | typeof nothing;
  readonly newDraft: TemplateResult | typeof nothing;
  /** The tiles of references, where the model takes them and their code is here. */
  readonly references: TemplateResult | typeof nothing;
  /** What will be done to a chosen picture. */
  readonly frameNotes: readonly string[];
  /** The open control, once its code is here. */
  readonly panel: TemplateResult | typeof nothing;
  /** A picture of a chosen frame, once its code is here. */
  preview(frame: string | Blob): TemplateResult | typeof nothing;
  change(patch: Partial<VideoDraft>): void;
  press(chip: Chip): void;
  toggle(name: string): void;
  submit(): void;
  drop(event: DragEvent, frame?: FrameName): void;
  paste(event: ClipboardEvent): void;
}

export function composerView(context: ComposerContext): TemplateResult {
  const { words } = context;
  return html`<form
    part="composer"
    class="composer"
    novalidate
    @submit=${(event: Event) => {
      event.preventDefault();
      context.submit();
    }}
    @dragover=${allowDrop}
    @drop=${(event: DragEvent) => context.drop(event)}
  >
    ${context.drafts} ${promptView(context)} ${framesView(context)} ${context.references}
    <div class="row">
      <div class="chips" part="chips" role="group" aria-label=${words.options}>${context.chips.map((chip) => chipView(chip, context))}</div>
      ${context.open === undefined ? nothing : html`<div class="panel" part="panel" id="panel">${context.panel}</div>`}
      <button class="button primary" part="generate" type="submit" aria-disabled=${context.sending}>
        ${context.sending ? words.sending : words.generate}
      </button>
    </div>
    <div class="honest note tabular" part="estimate"><span>${context.timeLine}</span><span>${context.costLine}</span></div>
    ${context.warnings.map((text) => html`<p class="warning" part="notice">${alertIcon}<span>${text}</span></p>`)}
  </form>`;
}

function promptView({ draft, info, notice, words, formats, newDraft, change, submit, paste }: ComposerContext): TemplateResult {
  const limit = info.limits.promptLength;
  const about = notice?.param === 'prompt' ? notice.text : undefined;
  const count =
    limit === undefined || draft.prompt === ''
      ? ''
      : fill(words.promptCount, { count: formats.number(draft.prompt.length), limit: formats.number(limit) });
  return html`<div class="sheet-of-paper">
    <textarea
      id="prompt"
      part="prompt"
      rows="2"
      aria-label=${words.prompt}
      aria-describedby="problem count"
      aria-invalid=${about === undefined ? nothing : 'true'}
      placeholder=${words.promptPlaceholder}
      @input=${(event: Event) => event.target instanceof HTMLTextAreaElement && change({ prompt: event.target.value })}
      @paste=${paste}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.isComposing) return;
        event.preventDefault();
        submit();
      }}
    ></textarea>
    <div class="prompt-notes">
      <span id="problem" class="problem">${about ?? nothing}</span>${newDraft}
      <span id="count" class=${limit !== undefined && draft.prompt.length > limit ? 'count problem' : 'count'}>${count}</span>
    </div>
  </div>`;
}

function framesView(context: ComposerContext): TemplateResult | typeof nothing {
  const most = context.info.limits.images?.max ?? 1;
  if (most === 0) return nothing;
  const { words } = context;
  return html`<div class="frames">
    ${tileView('image', words.firstFrame, context)} ${most > 1 ? tileView('lastImage', words.lastFrame, context) : nothing}
    ${context.frameNotes.map((text) => html`<p class="note">${text}</p>`)}
  </div>`;
}

function tileView(name: FrameName, label: string, context: ComposerContext): TemplateResult {
  const frame = context.draft[name];
  const open = context.open === name;
  return html`<button
    type="button"
    class=${frame === undefined ? 'tile' : 'tile set'}
    part="frame"
    aria-expanded=${open}
    aria-controls=${open ? 'panel' : nothing}
    data-opens=${name}
    @click=${() => context.toggle(name)}
    @dragover=${allowDrop}
    @drop=${(event: DragEvent) => context.drop(event, name)}
  >
    ${frame === undefined ? nothing : context.preview(frame)}<span class="caption"
      >${label}${frame === undefined ? plusIcon : nothing}</span
    >
  </button>`;
}

function chipView(chip: Chip, { open, press }: ComposerContext): TemplateResult {
  const isOpen = open === chip.name;
  const isSwitch = chip.pressed !== undefined;
  return html`<button
    type="button"
    class="chip"
    part="chip"
    title=${chip.title ?? nothing}
    data-opens=${chip.name}
    aria-pressed=${chip.pressed ?? nothing}
    aria-expanded=${isSwitch ? nothing : isOpen}
    aria-controls=${isOpen ? 'panel' : nothing}
    @click=${() => press(chip)}
  >
    <span class=${chip.label === undefined ? 'visually-hidden' : 'label'}>${chip.label ?? chip.title ?? nothing}</span>
    <bdi>${chip.value}</bdi>
  </button>`;
}

function allowDrop(event: DragEvent): void {
  if (event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/uri-list')) event.preventDefault();
}
