// What must never be in a page, wherever it is: looks through every shadow root.

const barred = new Set([
  'applet',
  'base',
  'embed',
  'frame',
  'frameset',
  'iframe',
  'link',
  'math',
  'meta',
  'noscript',
  'object',
  'portal',
  'script',
  'style',
  'template',
]);
/** All that our own drawings are made of. */
const drawn = new Set(['svg', 'g', 'path', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'rect', 'title']);

const addresses = new Set([
  'action',
  'background',
  'cite',
  'codebase',
  'data',
  'formaction',
  'href',
  'longdesc',
  'manifest',
  'ping',
  'poster',
  'src',
  'xlink:href',
]);

/** http, https and mail, and what this very page made. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address, document.baseURI)) return false;
  const { protocol, origin } = new URL(address, document.baseURI);
  return ['http:', 'https:', 'mailto:'].includes(protocol) || (protocol === 'blob:' && origin === location.origin);
}

function* inElement(element: Element): Generator<string> {
  const name = element.localName;
  const foreign = element.namespaceURI !== 'http://www.w3.org/1999/xhtml';
  if (barred.has(name) || (foreign && !drawn.has(name))) yield `a <${name}>`;
  for (const { name: attribute, value } of element.attributes) {
    const told = `${attribute}=${JSON.stringify(value.slice(0, 200))} on <${name}>`;
    if (/^on/i.test(attribute) || ['srcdoc', 'srcset', 'is', 'http-equiv', 'sandbox'].includes(attribute)) yield told;
    if (addresses.has(attribute) && !isSafe(value)) yield told;
    if (attribute === 'style' && /url\(|image\(|import|expression|script/i.test(value)) yield told;
    if (attribute === 'target' && element.getAttribute('rel')?.includes('noopener') !== true) yield told;
  }
  if (
    (element instanceof HTMLMediaElement || element instanceof HTMLImageElement) &&
    element.currentSrc !== '' &&
    !isSafe(element.currentSrc)
  )
    yield `${element.currentSrc.slice(0, 200)} in <${name}>`;
}

export interface Looked {
  readonly found: readonly string[];
  readonly elements: number;
  readonly roots: number;
}

/** `root` and all below it, through every shadow root. */
export function lookThrough(root: Element): Looked {
  const found: string[] = [];
  let elements = 0;
  let roots = 0;
  const left: Element[] = [root];
  for (let element = left.pop(); element !== undefined; element = left.pop()) {
    elements++;
    found.push(...inElement(element));
    left.push(...element.children);
    if (element.shadowRoot === null) continue;
    roots++;
    left.push(...element.shadowRoot.children);
  }
  return { found, elements, roots };
}

/** Watches what scripts of a hostile text would do: `hurt()`, or another name on the page. */
export function watchGlobals(): () => readonly string[] {
  const done: string[] = [];
  Object.defineProperty(globalThis, 'hurt', {
    configurable: true,
    get: () => () => void done.push('hurt() was called'),
    set() {
      done.push('hurt was set');
    },
  });
  let before = new Set(Reflect.ownKeys(globalThis));
  return () => {
    const names = Reflect.ownKeys(globalThis);
    for (const name of names) if (!before.has(name)) done.push(`the page has ${String(name)} now`);
    before = new Set(names);
    if (Object.keys(Object.prototype).length > 0) done.push('all objects have something that they did not have before');
    return done.splice(0);
  };
}
