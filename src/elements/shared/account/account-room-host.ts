// What an account needs of the element that shows it.
import type { Language } from '../strings.js';

export interface AccountRoomHost {
  readonly element: { requestUpdate(): void };
  language(): Language;
  /** Tells what `action` resolves with, or why it failed. */
  run(action: () => Promise<string | undefined>): Promise<void>;
  focus(...selectors: readonly string[]): void;
}
