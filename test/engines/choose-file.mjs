// Answers the next file dialog of a page of puppeteer's.

/** @param {string} path from the project's root */
export async function chooseFile(page, path) {
  void page.waitForFileChooser({ timeout: 20_000 }).then(
    (chooser) => chooser.accept([new URL(`../../${path}`, import.meta.url).pathname]),
    () => {},
  );
  // The interception is on before the answer.
  await page.evaluate(() => {});
  return true;
}
