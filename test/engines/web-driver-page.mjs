// A page behind WebDriver, in the words that the test runner's commands know from puppeteer. What WebDriver has no word for is not there.
import { writeFile } from 'node:fs/promises';

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

function keyValue(key) {
  const value = keys[key] ?? key;
  if ([...value].length !== 1) throw new Error(`WebDriver has no key ${key}.`);
  return value;
}

const down = (key) => ({ type: 'keyDown', value: keyValue(key) });
const up = (key) => ({ type: 'keyUp', value: keyValue(key) });

export function webDriverPage(session) {
  const act = (...actions) => session.post('/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  const run = (work, ...args) => session.post('/execute/sync', { script: `return (${work})(...arguments)`, args });

  return {
    goto: (url) => session.post('/url', { url }),
    url: () => session.get('/url'),
    close: () => session.end(),
    evaluate: run,
    /** What the window shows. */
    screenshot: async ({ path }) => writeFile(path, Buffer.from(await session.get('/screenshot'), 'base64')),
    keyboard: {
      down: (key) => act(down(key)),
      up: (key) => act(up(key)),
      press: (key) => act(down(key), up(key)),
      type: (text) => act(...[...text].flatMap((key) => [down(key), up(key)])),
    },

    /** In CSS pixels of the page: the window is as much larger as its own parts are. */
    async setViewport({ width, height }) {
      for (let tries = 0; tries < 100; tries++) {
        // A page that is being left says nothing.
        const inside = await run(() => ({ width: innerWidth, height: innerHeight })).catch(() => undefined);
        if (inside?.width === width && inside.height === height) return;
        if (inside !== undefined) {
          const outside = await session.get('/window/rect');
          await session.post('/window/rect', {
            width: Math.round(outside.width + width - inside.width),
            height: Math.round(outside.height + height - inside.height),
          });
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`The window does not become ${width} x ${height}.`);
    },

    /** Of the focused element alone. Role and name are the engine's; WebDriver has no word for states: they are read as they stand in the page. */
    async heard() {
      const focused = await run(focusedElement);
      const at = focused && `/element/${focused.element[elementKey]}`;
      // What is undefined in the page comes as null.
      const states = Object.entries(focused?.states ?? {}).filter(([, value]) => value !== null);
      const node = at && {
        ...Object.fromEntries(states),
        role: await session.get(`${at}/computedrole`),
        name: await session.get(`${at}/computedlabel`),
        focused: true,
      };
      return { role: 'RootWebArea', children: node ? [node] : [] };
    },
  };
}

// Runs in the page: nothing of this module is there.
function focusedElement() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return undefined;
  const is = (name) => (element.getAttribute(name) === 'true' ? true : undefined);
  const described = (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
  const words = described.map((id) => element.getRootNode().getElementById(id)?.textContent.trim() ?? '').join(' ');
  return {
    element,
    states: {
      value: element.getAttribute('aria-valuenow') ?? (element.matches('input, textarea, select') ? element.value : undefined),
      valuetext: element.getAttribute('aria-valuetext') ?? undefined,
      expanded: is('aria-expanded') ?? (element.matches('details[open] > summary') || undefined),
      pressed: is('aria-pressed'),
      checked: is('aria-checked') ?? (element.checked || undefined),
      invalid: element.getAttribute('aria-invalid') ?? undefined,
      description: words || element.getAttribute('aria-description') || undefined,
    },
  };
}
