// Lit's `repeat`, which leaves a comment behind for each item that goes (lit-html 3.3.1 to 3.3.3, lit/lit#5298): here they go too.
import { nothing, type ChildPart } from 'lit';
import { directive } from 'lit/directive.js';
import { getCommittedValue, getDirectiveClass } from 'lit/directive-helpers.js';
import { repeat as repeatOfLit, type ItemTemplate, type KeyFn, type RepeatDirective } from 'lit/directives/repeat.js';

const OfLit = getDirectiveClass(repeatOfLit([], () => nothing)) as typeof RepeatDirective;

class Repeat extends OfLit {
  override update<T>(container: ChildPart, items: [Iterable<T>, KeyFn<T> | ItemTemplate<T>, ItemTemplate<T>]) {
    const committed = getCommittedValue(container);
    const before: readonly ChildPart[] = Array.isArray(committed) ? [...committed] : [];
    const result = super.update(container, items);
    for (const { startNode, endNode } of before) if (startNode?.parentNode === null) endNode?.parentNode?.removeChild(endNode);
    return result;
  }
}

export const repeat = directive(Repeat) as typeof repeatOfLit;
