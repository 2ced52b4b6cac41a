// A person without a pointer: real keys, what is heard of the focused thing, and after each key the promises about focus.
import { executeServerCommand, sendKeys } from '@web/test-runner-commands';

/** A node of the accessibility tree, as far as it is needed here. */
interface HeardNode {
  readonly role: string;
  readonly name?: string;
  readonly value?: string | number;
  readonly valuetext?: string;
  readonly focused?: boolean;
  readonly expanded?: boolean;
  readonly pressed?: boolean | 'mixed';
  readonly checked?: boolean | 'mixed';
  readonly invalid?: string;
  readonly description?: string;
  readonly children?: readonly HeardNode[];
}

const mostPresses = 60;

// The first question starts Firefox's tree, which may never learn of a focus that was there before.
before(async () => void (await heard()));

const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** The focused element, through shadow roots; undefined where the focus is nowhere. */
export function focused(): HTMLElement | undefined {
  let at: Element | null = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at instanceof HTMLElement && at !== document.body ? at : undefined;
}

/** Presses one key, or several joined by `+`; fails where the focus is lost, hidden or cannot be seen. Gives what is heard then. */
export async function press(key: string): Promise<string> {
  const keys = key.split('+');
  const last = keys.pop() ?? '';
  for (const held of keys) await sendKeys({ down: held });
  await sendKeys({ press: last });
  for (const held of keys.toReversed()) await sendKeys({ up: held });
  return settled(key);
}

export async function type(text: string): Promise<string> {
  await sendKeys({ type: text });
  return settled(`"${text}"`);
}

/** Presses `key` until what is heard contains one of `wanted`. Not past the last thing of the page: Firefox goes on in its own window there. */
export async function pressUntil(key: string, ...wanted: readonly string[]): Promise<string> {
  const passed: string[] = [];
  for (let tries = 0; tries < mostPresses; tries++) {
    const heard = await press(key).catch((error: unknown) => {
      throw new Error(`${String(error)} On the way to ${wanted.join(', ')}:\n${passed.join('\n')}`);
    });
    if (wanted.some((each) => heard.includes(each))) return heard;
    passed.push(heard);
  }
  throw new Error(`${key} never came to ${wanted.join(', ')}, only to:\n${passed.join('\n')}`);
}

export const tabTo = (...wanted: readonly string[]): Promise<string> => pressUntil('Tab', ...wanted);

/** After what was done is drawn: the focus is somewhere, in sight, and can be seen. Gives what is heard. */
export async function settled(after: string): Promise<string> {
  await frame();
  await frame();
  const element = focused();
  if (element === undefined) throw new Error(`After ${after} the focus is lost.`);
  if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]') !== null)
    throw new Error(`After ${after} the focus is on what cannot be seen: ${element.outerHTML.slice(0, 200)}`);
  if (isObscured(element)) throw new Error(`After ${after} the focus is hidden behind something: ${element.outerHTML.slice(0, 200)}`);
  if (!showsFocus(element)) throw new Error(`After ${after} the focus cannot be seen: ${element.outerHTML.slice(0, 200)}`);
  return heard();
}

/** Not one point of it can be seen. */
function isObscured(element: HTMLElement): boolean {
  const box = element.getBoundingClientRect();
  // What is drawn by its label lies under it, such as a radio button that is a chip.
  const label = element.closest('label');
  const inside = (found: Element | null) =>
    found !== null && (element.contains(found) || found.contains(element) || label?.contains(found));
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return true;
  const along = [0.05, 0.5, 0.95];
  return !along.some((x) => along.some((y) => inside(root.elementFromPoint(box.x + box.width * x, box.y + box.height * y))));
}

/** An outline on it, on its label's parts, or a line at the edge of the sheet it is written on; at least 2 px of it. */
function showsFocus(element: HTMLElement): boolean {
  // The browser's own parts of a player are focused inside it, and drawn by the browser.
  // A dialog that was opened has the focus as a whole: what it is was read, and it lies over all else.
  if (element.matches('video[controls], dialog')) return true;
  const around = element.closest('.sheet-of-paper');
  if (around !== null) return Number.parseFloat(getComputedStyle(around, '::before').inlineSize) >= 2;
  const label = element.closest('label');
  const candidates = [element, ...(label === null ? [] : [label, ...label.querySelectorAll('*')])];
  return candidates.some((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2);
  });
}

/** What a screen reader would say of the focused thing: role, name, value and states, by the browser's own tree. */
export async function heard(): Promise<string> {
  const tree = await executeServerCommand<HeardNode | null, undefined>('heard-tree');
  const node = tree && findFocused(tree);
  if (!node) return 'nothing';
  const states = [
    node.valuetext ?? (node.value === undefined || node.value === '' ? undefined : `= ${node.value}`),
    node.expanded === undefined ? undefined : node.expanded ? 'expanded' : undefined,
    node.pressed === true ? 'pressed' : undefined,
    node.checked === true ? 'checked' : undefined,
    node.invalid === 'true' ? 'invalid' : undefined,
    node.description,
  ];
  return [`${node.role} "${node.name ?? ''}"`, ...states.filter((state) => state !== undefined && state !== '')].join(' ');
}

function findFocused(node: HeardNode): HeardNode | undefined {
  // The document counts as focused too: the innermost is meant.
  for (const child of node.children ?? []) {
    const found = findFocused(child);
    if (found !== undefined) return found;
  }
  return node.focused === true && node.role !== 'RootWebArea' ? node : undefined;
}
