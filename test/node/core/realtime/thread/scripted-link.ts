// A worker whose other side is the test, as the page's end has it.
import { createThreadLink } from '../../../../../src/core/realtime/thread/thread-link.js';
import type { ThreadCommand, ThreadReport } from '../../../../../src/core/realtime/thread/messages.js';

class LinkedWorker extends EventTarget {
  readonly commands: ThreadCommand[] = [];
  readonly transfers: (readonly Transferable[])[] = [];
  terminated = false;
  postMessage(command: ThreadCommand, transfer: readonly Transferable[]): void {
    this.commands.push(command);
    this.transfers.push(transfer);
  }
  say(...reports: readonly ThreadReport[]): void {
    for (const data of reports) this.dispatchEvent(new MessageEvent('message', { data }));
  }
  fail(type: 'error' | 'messageerror' = 'error'): Event {
    const event = new Event(type, { cancelable: true });
    this.dispatchEvent(event);
    return event;
  }
  terminate(): void {
    this.terminated = true;
  }
  of<K extends ThreadCommand['kind']>(kind: K): readonly Extract<ThreadCommand, { kind: K }>[] {
    return this.commands.filter((command): command is Extract<ThreadCommand, { kind: K }> => command.kind === kind);
  }
}

export function linked() {
  const worker = new LinkedWorker();
  return { worker, link: createThreadLink(worker as unknown as Worker) };
}
