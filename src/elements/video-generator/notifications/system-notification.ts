// A notification of the browser's own.

/** Returns what takes it away. */
export function showSystemNotification(title: string, options: NotificationOptions, clicked: () => void): () => void {
  try {
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => {
      globalThis.focus();
      notification.close();
      clicked();
    });
    return () => notification.close();
  } catch {
    // Chrome on Android leaves it to the site's service worker, where there is one; so is the click.
    const shown = showByWorker(title, options);
    return () => void shown.then(() => closeByWorker(options.tag));
  }
}

const worker = () => navigator.serviceWorker?.getRegistration().catch(() => undefined);

async function showByWorker(title: string, options: NotificationOptions): Promise<void> {
  await (await worker())?.showNotification(title, { ...options, data: { url: location.href } }).catch(() => undefined);
}

async function closeByWorker(tag = ''): Promise<void> {
  for (const notification of (await (await worker())?.getNotifications({ tag })) ?? []) notification.close();
}
