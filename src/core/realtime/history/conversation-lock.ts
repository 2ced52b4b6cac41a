// One page at a time has a conversation, where the browser has Web Locks: two would write over each other.
import { VoxreelError } from '../../errors.js';
import { holdIfFree, webLocks } from '../../tabs/web-locks.js';

export interface ConversationLock {
  /** False when another page has it. */
  take(key: string): Promise<boolean>;
  release(): void;
}

const nameOf = (key: string) => `voxreel:${key}`;

/** Another page may need a moment to release it. */
const patienceMs = 1000;

/** Does `work` while no page has the conversation; rejects with `conversation_open` where one does. */
export async function whileUnused(key: string, work: () => Promise<void>): Promise<void> {
  const locks = webLocks();
  if (locks === undefined) return work();
  let isHeld = false;
  const held = () => {
    isHeld = true;
    return work();
  };
  try {
    await locks.request(nameOf(key), { signal: AbortSignal.timeout(patienceMs) }, held);
  } catch (cause) {
    if (isHeld) throw cause;
    throw new VoxreelError('conversation_open', 'This conversation is open. Close it first.', { cause });
  }
}

export function createConversationLock(): ConversationLock {
  let isHeld = false;
  /** A lock that is granted after a release is not kept. */
  let releasing = new AbortController();
  return {
    async take(key) {
      if (isHeld) return true;
      const { signal } = releasing;
      const isFree = await holdIfFree(nameOf(key), signal);
      if (isFree && !signal.aborted) isHeld = true;
      return isFree;
    },
    release() {
      releasing.abort();
      releasing = new AbortController();
      isHeld = false;
    },
  };
}
