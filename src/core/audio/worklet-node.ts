// A worklet's processor as the page has it: messages both ways, and an end.

/** To a processor, beside its own commands: `process` returns false from now on. */
export type StopCommand = 'stop';

export interface WorkletPort<Command> {
  post(command: Command, transfer?: Transferable[]): void;
  /** No message arrives any more. */
  end(): void;
}

export interface WorkletNode<Command> extends WorkletPort<Command> {
  readonly node: AudioWorkletNode;
}

/** The processor's module must have been added to the context. */
export function createWorkletNode<Command>(
  context: AudioContext,
  processor: string,
  options: AudioWorkletNodeOptions,
  take: (report: never) => void,
): WorkletNode<Command> {
  const node = new AudioWorkletNode(context, processor, options);
  const { post, end } = openWorkletPort<Command>(node.port, take);
  return {
    node,
    post,
    end() {
      end();
      node.disconnect();
    },
  };
}

/** A processor by its port alone, which a worker can hold. */
export function openWorkletPort<Command>(port: MessagePort, take: (report: never) => void): WorkletPort<Command> {
  // Chromium keeps a node for as long as its processor wants to run, and with it the listener of its port.
  const listening = new AbortController();
  port.addEventListener('message', ({ data }) => take(data as never), { signal: listening.signal });
  port.start();
  return {
    post: (command, transfer = []) => port.postMessage(command, transfer),
    end() {
      listening.abort();
      port.postMessage('stop' satisfies StopCommand);
      port.close();
    },
  };
}
