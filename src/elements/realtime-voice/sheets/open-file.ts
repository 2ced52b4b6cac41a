// A button that asks for a file.
import { html, type TemplateResult } from 'lit';

export interface OpenedFile {
  readonly name: string;
  text(): Promise<string>;
}

/** The field that browsers need for it is left out of sight and of the focus order. */
export function openButton(label: string, accept: string, opened: (file: OpenedFile) => void): TemplateResult {
  return html`<span class="opener">
    <button
      type="button"
      class="button"
      @click=${({ currentTarget }: Event) => currentTarget instanceof Element && fieldBeside(currentTarget)?.click()}
    >
      ${label}
    </button>
    <input type="file" hidden accept=${accept} aria-label=${label} @change=${(event: Event) => take(event, opened)} />
  </span>`;
}

const fieldBeside = (button: Element): HTMLInputElement | null => button.parentElement?.querySelector('input') ?? null;

/** Also for a field that stands elsewhere. The same file can be chosen again. */
export function take({ target }: Event, opened: (file: OpenedFile) => void): void {
  if (!(target instanceof HTMLInputElement)) return;
  const [file] = target.files ?? [];
  target.value = '';
  if (file !== undefined) opened(file);
}
