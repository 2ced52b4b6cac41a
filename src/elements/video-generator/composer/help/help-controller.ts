// The door to the help with the prompt: its chip, and its panel once that is wanted.
import { LazyController } from '../../../shared/lazy-controller.js';
import type { Chip } from '../chips.js';
import type { HelpHost, HelpPanel } from './help-panel.js';
import { isNegativePrompt } from './negative-prompt.js';

export class HelpController {
  readonly #host: HelpHost;
  readonly #half;
  #panel: HelpPanel | undefined;

  constructor(host: HelpHost) {
    this.#host = host;
    this.#half = new LazyController(host.element, () => import('./help-panel.js'));
  }

  /** Undefined until its code is here. */
  get panel(): HelpPanel | undefined {
    const { module } = this.#half;
    return module && (this.#panel ??= new module.HelpPanel(this.#host));
  }

  /** Before each render. */
  follow(): void {
    const { open, info } = this.#host.composer;
    if (open === 'help' || info.fields.some((field) => isNegativePrompt(field) && open === `metadata.${field.name}`))
      void this.#half.load();
    if (open !== 'help') this.#panel?.closed();
  }

  /** What was written belongs to the user before. */
  clear(): void {
    this.#panel?.closed();
    this.#panel = undefined;
  }

  chips(title: string): readonly Chip[] {
    return this.#host.element.promptHelp === false ? [] : [{ name: 'help', value: `${title}…` }];
  }

  notes(): readonly string[] {
    return this.#panel?.notes() ?? [];
  }
}
