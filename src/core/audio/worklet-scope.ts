// What an audio worklet's global scope offers, typed here because the page's library has none of it. Outside a worklet nothing happens.

export interface WorkletProcessor {
  readonly port: MessagePort;
}

export interface ProcessorInstance {
  process(inputs: readonly (readonly Float32Array[])[], outputs: readonly (readonly Float32Array[])[]): boolean;
}

export interface WorkletScope {
  readonly AudioWorkletProcessor: new () => WorkletProcessor;
  readonly sampleRate: number;
  /** Of the first sample of the quantum that is rendered, in seconds. */
  readonly currentTime: number;
  registerProcessor(name: string, processor: new (options: { readonly processorOptions?: unknown }) => ProcessorInstance): void;
}

/** Calls `register` in a worklet. Importing a worklet's module anywhere else is harmless. */
export function inWorklet(register: (scope: WorkletScope) => void): void {
  if ('registerProcessor' in globalThis) register(globalThis as unknown as WorkletScope);
}
