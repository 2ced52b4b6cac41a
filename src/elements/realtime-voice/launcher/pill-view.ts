// The pill of a launcher: at rest, with answers nobody has seen, or with a call that goes on.
import { html, nothing, type TemplateResult } from 'lit';

export interface PillView {
  /** What it is for. */
  readonly label: string;
  /** In place of the label, where something is going on: a name, or how long a call lasts. */
  readonly now?: string | undefined;
  /** Answers that wait: the number, and the number in words. */
  readonly unread?: { readonly count: string; readonly words: string } | undefined;
  readonly inCall: boolean;
  readonly open: boolean;
  /** That one talks to an AI, where the label may not say it. */
  readonly disclosure?: string | undefined;
  /** Ends the call; undefined where that is elsewhere. */
  readonly end?: { readonly label: string; readonly name: string; readonly act: () => void } | undefined;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl' | undefined;
  readonly toggle: () => void;
}

export function pillView(view: PillView): TemplateResult {
  const { label, now, unread, inCall, end } = view;
  return html`<div class=${inCall ? 'pill calling' : 'pill'} part="pill" lang=${view.language} dir=${view.direction ?? nothing}>
    <button
      type="button"
      class="opener"
      part="launcher"
      aria-expanded=${String(view.open)}
      title=${view.disclosure ?? nothing}
      @click=${view.toggle}
    >
      <slot name="launcher">
        <slot name="avatar"
          ><span class="mark" aria-hidden="true"><i></i><i></i><i></i></span
        ></slot>
        ${now === undefined ? nothing : html`<span class="visually-hidden">${label},</span>`}
        <span class="tabular">${now ?? label}</span>
        ${
          unread === undefined
            ? nothing
            : html`<span class="count tabular" aria-hidden="true">${unread.count}</span
                ><span class="visually-hidden">${unread.words}</span>`
        }
      </slot>
    </button>
    ${
      end === undefined
        ? nothing
        : html`<button type="button" class="end" part="end" title=${end.name} @click=${end.act}>${end.label}</button>`
    }
  </div>`;
}
