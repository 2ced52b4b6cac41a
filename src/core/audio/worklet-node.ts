// A worklet's processor as the page has it: messages both ways, and an end.

/** To a processor, beside its own commands: `process` returns false from now on. */
export type StopCommand = 'stop';

export interface WorkletNode<Command> {
  readonly node: AudioWorkletNode;
  post(command: Command, transfer?: Transferable[]): void;
  /** No message arrives any more. */
  end(): void;
}

/** The processor's module must have been added to the context. */
export function createWorkletNode<Command>(
  context: AudioContext,
  processor: string,
  options: AudioWorkletNodeOptions,
  take: (report: never) => void,
): WorkletNode<Command> {
  const node = new AudioWorkletNode(context, processor, options);
  const listening = new AbortController();
  node.port.addEventListener('message', ({ data }) => take(data as never), { signal: listening.signal });
  node.port.start();
  return {
    node,
    post: (command, transfer = []) => node.port.postMessage(command, transfer),
    end() {
      // Chromium keeps a node for as long as its processor wants to run, and with it the listener of its port.
      listening.abort();
      node.port.postMessage('stop' satisfies StopCommand);
      node.port.close();
      node.disconnect();
    },
  };
}
