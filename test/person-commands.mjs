// What a test in the browser asks of the browser itself for a person's sake. Each engine has its own way to it: `test/engines`.

/**
 * A test-runner server plugin. Of an engine's commands:
 * - `heard-tree`: the accessibility tree of the page, or as much of it as the engine tells
 * - `choose-file`: the next file dialog is answered with the file of this path, from the project's root
 * - `media`: `{ 'prefers-reduced-motion': 'reduce' }`; `{}` takes all back
 * - `touch`: a finger for a pointer, or none; the page stays
 * - `screen`: width and height in CSS pixels, and in Chromium whether it is touched: another answer to that loads the page again
 */
export function personCommands(commands) {
  return {
    name: 'person-commands',
    executeCommand({ command, payload, session }) {
      return commands[command]?.(session.browser.getPage(session.id), payload);
    },
  };
}
