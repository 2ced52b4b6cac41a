// Text that is still being made, on the clipboard.

/**
 * False where the browser refuses, and in pages that are not secure. Call it inside a user's gesture: Safari lets a page copy nothing later, so it is
 * given the promise.
 */
export async function copyLater(text: Promise<string>): Promise<boolean> {
  try {
    const blob = text.then((made) => new Blob([made], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return false;
  }
}
