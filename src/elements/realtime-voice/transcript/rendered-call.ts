// A call as its tool draws it. What it gives stands in the page's own tree, where the page's styles and a framework's components reach it, and is
// shown through a slot.
import { render } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';

import type { RenderedCall, VoiceTool } from '../../../core/realtime/tools/define-tool.js';
import { readArguments } from '../../../core/realtime/tools/tool-schema.js';
import { parseJson } from '../../../core/http.js';
import type { TranscriptEntry } from '../../../core/store/conversation-state.js';
import { callAndResultView, callView, renderedCallView, type CallView } from './call-view.js';
import type { Rendering } from './rendering.js';

class RenderedCallDirective extends AsyncDirective {
  #given: { readonly line: TranscriptEntry; readonly view: CallView; readonly tool: VoiceTool } | undefined;
  /** Of the call, once they are known to fit. */
  #args: { readonly value: unknown } | undefined;
  /** The state that `#value` was drawn for. */
  #drawnFor: TranscriptEntry | undefined;
  #value: unknown;
  #place: HTMLElement | undefined;
  #changes: MutationObserver | undefined;

  render(line: TranscriptEntry, view: CallView, tool: VoiceTool): unknown {
    const before = this.#given;
    this.#given = { line, view, tool };
    if (before?.tool !== tool || before.line.arguments !== line.arguments) {
      this.#args = this.#drawnFor = undefined;
      this.#read(line, tool).catch(ignored);
    }
    return this.#show();
  }

  protected override disconnected(): void {
    this.#changes?.disconnect();
    this.#place?.remove();
  }

  protected override reconnected(): void {
    this.setValue(this.#show());
  }

  async #read(line: TranscriptEntry, tool: VoiceTool): Promise<void> {
    const value = await readArguments(tool, line.arguments ?? '');
    if (this.#given?.tool !== tool || this.#given.line.arguments !== line.arguments) return;
    this.#args = { value };
    if (this.isConnected) this.setValue(this.#show());
  }

  #show(): unknown {
    if (this.#given === undefined) return undefined;
    const { line, view, tool } = this.#given;
    const place = this.#args === undefined ? undefined : this.#draw(line, tool, this.#args.value, view.rendering);
    if (place !== undefined) return renderedCallView(line, view, place.slot);
    this.#changes?.disconnect();
    this.#place?.remove();
    this.#place = undefined;
    return callAndResultView(line, view);
  }

  /** Where it is drawn; undefined where the tool draws nothing of it, or throws. */
  #draw(line: TranscriptEntry, tool: VoiceTool, args: unknown, rendering: Rendering): HTMLElement | undefined {
    try {
      if (this.#drawnFor !== line) {
        this.#drawnFor = line;
        this.#value = tool.render?.(callOf(line, args));
      }
      if (this.#value === undefined || this.#value === null) return undefined;
      const place = (this.#place ??= placeOf(line, tool));
      render(this.#value, place);
      this.#put(place, line, rendering);
      return place;
    } catch (cause) {
      this.#value = undefined;
      rendering.failed(tool, cause);
      return undefined;
    }
  }

  /** A framework may draw later than it is asked to, and again whenever it likes. */
  #put(place: HTMLElement, line: TranscriptEntry, { host, drawn }: Rendering): void {
    if (place.parentElement !== host) host.append(place);
    this.#changes?.disconnect();
    this.#changes = new MutationObserver(() => drawn(line, place));
    this.#changes.observe(place, { childList: true, characterData: true, subtree: true });
    drawn(line, place);
  }
}

const renderedCall = /* @__PURE__ */ directive(RenderedCallDirective);

/** A call of a function of the page: as its tool draws it, else as JSON. */
export function functionCallView(line: TranscriptEntry, view: CallView): unknown {
  const isWritten = line.status !== 'in_progress' || line.toolStatus !== undefined;
  const tool = isWritten ? view.rendering.toolOf(line.name) : undefined;
  return tool === undefined ? callView(line, view) : renderedCall(line, view, tool);
}

function placeOf({ id }: TranscriptEntry, { name }: VoiceTool): HTMLElement {
  const place = document.createElement('div');
  place.slot = `call-${id}`;
  place.dataset['tool'] = name;
  return place;
}

/** One that was kept without its state is one that ended. */
function callOf({ callId = '', toolStatus, output }: TranscriptEntry, args: unknown): RenderedCall<never> {
  const status = toolStatus ?? (output === undefined ? 'running' : 'completed');
  // The argument type of a tool is its author's: checked before, as far as there is a schema.
  return { callId, args: args as never, status, output: output === undefined ? undefined : (parseJson(output) ?? output) };
}

/** Arguments that do not fit: the call has failed, and its JSON says why. */
function ignored(): void {}
