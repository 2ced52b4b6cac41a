// What the page would have given a person as a file, taken instead: some engines show it in the window, which becomes lower.
import { until } from './until.js';

/** The link by which the page saves while `press` runs. */
export async function saved(press: () => Promise<unknown>): Promise<HTMLAnchorElement> {
  const { click } = HTMLAnchorElement.prototype;
  const links: HTMLAnchorElement[] = [];
  HTMLAnchorElement.prototype.click = function () {
    if (this.isConnected) click.call(this);
    else links.push(this);
  };
  try {
    await press();
    return await until(() => links[0], 'something to save');
  } finally {
    HTMLAnchorElement.prototype.click = click;
  }
}
