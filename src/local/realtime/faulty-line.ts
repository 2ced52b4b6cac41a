// What a client is sent, with an armed fault on it: late, with a gap, or cut before the k-th event. Without a fault it passes straight through.
import type { RealtimeFault } from '../faults.js';

export interface FaultyLine {
  send(text: string): void;
  /** After all that was sent. */
  close(code: number, reason: string): void;
  /** Drops what is still held back. */
  stop(): void;
}

export interface Line {
  send(text: string): void;
  close(code: number, reason: string): void;
  cut(): void;
}

export function createFaultyLine(line: Line, fault: RealtimeFault | undefined): FaultyLine {
  if (fault === undefined) return { send: (text) => line.send(text), close: (code, reason) => line.close(code, reason), stop() {} };
  const timers = new Set<NodeJS.Timeout>();
  let index = 0;
  let heldBackMs = 0;
  let isCut = false;

  function later(delayMs: number, act: () => void): void {
    if (delayMs === 0) return act();
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, delayMs);
    timers.add(timer);
  }

  function cut(): void {
    isCut = true;
    if (fault?.closeCode === undefined) line.cut();
    else line.close(fault.closeCode, 'fault');
  }

  return {
    send(text) {
      const at = index++;
      if (fault.gapAtEvent?.index === at) heldBackMs += fault.gapAtEvent.ms;
      later(heldBackMs + (fault.delayEventsMs ?? 0), () => {
        if (isCut) return;
        if (fault.dropAtEvent !== undefined && at >= fault.dropAtEvent) cut();
        else line.send(text);
      });
    },
    close: (code, reason) => later(heldBackMs + (fault.delayEventsMs ?? 0), () => line.close(code, reason)),
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
