// What a test in the browser asks of the browser itself for a person's sake: what a screen reader is told, files chosen, media features, zoom.

/** A test-runner server plugin. Commands: `heard-tree`, `choose-file`, `media`, `touch`, `screen`. */
export function personCommands() {
  const clients = new Map();
  const clientOf = async (page) => {
    if (!clients.has(page)) clients.set(page, await page.createCDPSession());
    return clients.get(page);
  };
  const commands = {
    /** The accessibility tree of the page. */
    'heard-tree': (page) => page.accessibility.snapshot(),
    /** The next file dialog is answered with the file of this path, from the project's root. */
    'choose-file': async (page, path) => {
      void page.waitForFileChooser({ timeout: 20_000 }).then(
        (chooser) => chooser.accept([new URL(`../${path}`, import.meta.url).pathname]),
        () => {},
      );
      // The interception is on before the answer.
      await page.evaluate(() => {});
      return true;
    },
    /** `{ 'prefers-reduced-motion': 'reduce' }`; `{}` takes all back. */
    media: async (page, features) => {
      const list = Object.entries(features).map(([name, value]) => ({ name, value }));
      await (await clientOf(page)).send('Emulation.setEmulatedMedia', { features: list });
      return true;
    },
    /** A finger for a pointer, or none; the page stays. */
    touch: async (page, enabled) => {
      await (await clientOf(page)).send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 });
      return true;
    },
    /** Width and height in CSS pixels, and whether it is touched: another answer to that loads the page again. */
    screen: async (page, { width, height, touch = false }) => {
      await page.setViewport({ width, height, hasTouch: touch });
      return true;
    },
  };
  return {
    name: 'person-commands',
    executeCommand({ command, payload, session }) {
      const run = commands[command];
      return run?.(session.browser.getPage(session.id), payload);
    },
  };
}
