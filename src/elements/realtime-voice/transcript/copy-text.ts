// Puts text on the clipboard and says so on the button that asked, and by an event that bubbles.

/** How long the button says that it was done. */
const saidMs = 1600;

/** Told at the button once the text is on the clipboard; `TextCopiedEvent` stays within the element. */
export class TextCopiedEvent extends Event {
  constructor() {
    super('text-copied', { bubbles: true });
  }
}

export async function copyText(event: Event, text: string, done: string): Promise<void> {
  const button = event.currentTarget;
  if (!(button instanceof HTMLElement)) return;
  if (!(await written(text))) return;
  button.dispatchEvent(new TextCopiedEvent());
  button.dataset['done'] = done;
  setTimeout(() => delete button.dataset['done'], saidMs);
}

/** Pages that are not secure have no clipboard, and browsers may refuse. */
async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
