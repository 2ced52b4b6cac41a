// What a screen reader would read of nodes that the page made, as one sentence.

/** Characters: nobody listens to more at once. */
const most = 400;

export function spokenText(node: Node): string {
  const text = [...wordsIn(node)].join(' ').replaceAll(/\s+/g, ' ').trim();
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

function* wordsIn(node: Node): Iterable<string> {
  if (node instanceof Text) yield node.data;
  if (node instanceof Element) {
    if (node.matches('script, style, [hidden], [aria-hidden=true]')) return;
    const name = node.getAttribute('aria-label') ?? node.getAttribute('alt');
    if (name !== null) {
      yield name;
      return;
    }
  }
  for (const child of node.childNodes) yield* wordsIn(child);
}
