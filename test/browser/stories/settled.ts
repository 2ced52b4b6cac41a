// Waits until a story stands still: nothing changes in it, nor in the trees of its elements, for a moment; and whatever moves to an end is at it.

import { finishMotion } from '../elements/motion.js';

const stillMs = 120;
/** On a busy machine a frame takes longer than that, and what comes into view is only seen with the next. */
const stillFrames = 4;

export async function settled(root: HTMLElement, mostMs = 5000): Promise<void> {
  let changedAt = performance.now();
  let frames = 0;
  const changed = () => {
    changedAt = performance.now();
    frames = 0;
  };
  const observer = new MutationObserver(changed);
  const observe = (tree: Node) => observer.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
  observe(root);
  for (const tree of treesIn(root)) observe(tree);
  const end = performance.now() + mostMs;
  while ((performance.now() - changedAt < stillMs || frames < stillFrames) && performance.now() < end) {
    await new Promise(requestAnimationFrame);
    // What begins to move with this frame, too.
    if (finishAll(root)) changed();
    frames += 1;
  }
  observer.disconnect();
}

/** For colors that change on their way from one scheme to another, where the engine was not told to move less. */
export const finishAll = (root: HTMLElement): boolean => finishMotion(document, ...treesIn(root));

function treesIn(root: HTMLElement): readonly ShadowRoot[] {
  return [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
}
