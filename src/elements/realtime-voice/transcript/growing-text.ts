// Text that grows without being set again: a selection in it survives.
import { Directive, directive } from 'lit/directive.js';

class GrowingText extends Directive {
  readonly #node = new Text();

  render(text: string): unknown {
    return text;
  }

  override update(_part: unknown, [text]: [string]): Text {
    grow(this.#node, text);
    return this.#node;
  }
}

export const growingText = /* @__PURE__ */ directive(GrowingText);

/** Changes only what is different at the end. */
export function grow(node: Text, text: string): void {
  const { data } = node;
  if (text === data) return;
  if (text.startsWith(data)) node.appendData(text.slice(data.length));
  else node.data = text;
}
