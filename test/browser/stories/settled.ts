// Waits until a story stands still: nothing changes in it, nor in the trees of its elements, for a moment; and whatever moves to an end is at it.

import { finishMotion } from '../elements/motion.js';

const stillMs = 120;

export async function settled(root: HTMLElement, mostMs = 5000): Promise<void> {
  let changedAt = performance.now();
  const observer = new MutationObserver(() => (changedAt = performance.now()));
  const observe = (tree: Node) => observer.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
  observe(root);
  for (const tree of treesIn(root)) observe(tree);
  const end = performance.now() + mostMs;
  while (performance.now() - changedAt < stillMs && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  observer.disconnect();
  finishAll(root);
}

/** For colors that change on their way from one scheme to another, where the engine was not told to move less. */
export const finishAll = (root: HTMLElement): void => finishMotion(document, ...treesIn(root));

function treesIn(root: HTMLElement): readonly ShadowRoot[] {
  return [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
}
