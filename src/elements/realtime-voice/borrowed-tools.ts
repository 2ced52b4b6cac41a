// The tools of another element of the page, which `for` names by its id: one that makes videos, or any other with a method `voiceTools()`.
import { reportError } from '../../core/emitter.js';
import type { VoiceTool } from '../../core/realtime/tools/define-tool.js';
import type { VoiceElement } from './voice-element.js';

interface Lender extends Element {
  voiceTools(): Promise<readonly VoiceTool[]>;
}

const none: readonly VoiceTool[] = [];

/** For a script that defines the other element later than this one. */
const definedWithinMs = 3000;

export class BorrowedTools {
  readonly #element: VoiceElement;
  #tools = none;
  /** Who was asked. */
  #from: Element | undefined;
  #loading: Promise<void> | undefined;

  constructor(element: VoiceElement) {
    this.#element = element;
  }

  get tools(): readonly VoiceTool[] {
    return this.#tools;
  }

  /** Undefined where there is nothing to wait for. Never rejects: a conversation goes on without them. */
  load(): Promise<void> | undefined {
    const id = this.#element.for ?? '';
    const from = id === '' ? undefined : elementNamed(id, this.#element);
    if (id !== '' && from === undefined) reportError(new Error(`<realtime-voice for="${id}">: there is no element with this id.`));
    if (from !== this.#from) {
      this.#from = from;
      this.#tools = none;
      this.#loading = from === undefined ? undefined : this.#borrow(from);
    }
    return this.#loading;
  }

  async #borrow(from: Element): Promise<void> {
    const tools = await toolsOf(from).catch((cause: unknown) => {
      reportError(cause);
      return undefined;
    });
    if (from !== this.#from) return;
    this.#tools = tools ?? none;
    // What could not be had is asked for again.
    this.#from = tools === undefined ? undefined : from;
    this.#loading = undefined;
    this.#element.requestUpdate();
  }
}

/** Where the element stands, then where what it stands in stands. */
export function elementNamed(id: string, element: Element): Element | undefined {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return undefined;
  return root.getElementById(id) ?? (root instanceof ShadowRoot ? elementNamed(id, root.host) : undefined);
}

async function toolsOf(from: Element): Promise<readonly VoiceTool[]> {
  if (!isLender(from) && from.localName.includes('-')) {
    const late = new Promise((resolve) => setTimeout(resolve, definedWithinMs));
    await Promise.race([customElements.whenDefined(from.localName), late]);
  }
  if (!isLender(from)) throw new Error(`<realtime-voice for="${from.id}">: <${from.localName}> has no tools for a conversation.`);
  return from.voiceTools();
}

const isLender = (element: Element): element is Lender => 'voiceTools' in element && typeof element.voiceTools === 'function';
