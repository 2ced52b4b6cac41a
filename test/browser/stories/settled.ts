// Waits until a story stands still: nothing changes in it, nor in the trees of its elements, for a moment.

const stillMs = 120;

export async function settled(root: HTMLElement, mostMs = 5000): Promise<void> {
  let changedAt = performance.now();
  const observer = new MutationObserver(() => (changedAt = performance.now()));
  const observe = (tree: Node) => observer.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
  observe(root);
  for (const element of root.querySelectorAll('video-generator, realtime-voice')) if (element.shadowRoot) observe(element.shadowRoot);
  const end = performance.now() + mostMs;
  while (performance.now() - changedAt < stillMs && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  observer.disconnect();
}
