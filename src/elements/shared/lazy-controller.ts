// A rare half of an element: imported when first wanted, its styles adopted, the host rendered again.
import type { CSSResult, ReactiveController, ReactiveControllerHost } from 'lit';

import { reportError } from '../../core/emitter.js';

interface Host extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

export class LazyController<Module extends object> implements ReactiveController {
  readonly #host: Host;
  readonly #import: () => Promise<Module & { readonly styles?: readonly CSSResult[] }>;
  #loading: Promise<Module | undefined> | undefined;
  #module: Module | undefined;

  constructor(host: Host, load: () => Promise<Module & { readonly styles?: readonly CSSResult[] }>) {
    this.#host = host;
    this.#import = load;
    host.addController(this);
  }

  /** Undefined until loaded; reading it does not load. */
  get module(): Module | undefined {
    return this.#module;
  }

  /** Resolves with undefined when the module could not be had; a later call tries again. */
  load(): Promise<Module | undefined> {
    this.#loading ??= this.#fetch();
    return this.#loading;
  }

  hostConnected(): void {}

  async #fetch(): Promise<Module | undefined> {
    try {
      const module = await this.#import();
      adopt(this.#host.renderRoot, module.styles);
      this.#module = module;
      this.#host.requestUpdate();
      return module;
    } catch (error) {
      this.#loading = undefined;
      reportError(error);
      return undefined;
    }
  }
}

/** Two halves may bring the same styles: each is adopted once. */
function adopt(root: HTMLElement | DocumentFragment, styles: readonly CSSResult[] = []): void {
  if (!(root instanceof ShadowRoot)) return;
  const sheets = styles.map((style) => style.styleSheet).filter((sheet) => sheet !== undefined);
  root.adoptedStyleSheets = [...new Set([...root.adoptedStyleSheets, ...sheets])];
}
