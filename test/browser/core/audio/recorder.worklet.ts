// Hands every quantum it hears to the page: unlike a ScriptProcessor it loses none when the page is busy.
import { inWorklet } from '../../../../src/core/audio/worklet-scope.js';

inWorklet(({ AudioWorkletProcessor, registerProcessor }) => {
  class Recorder extends AudioWorkletProcessor {
    process(inputs: readonly (readonly Float32Array[])[]): boolean {
      const samples = inputs[0]?.[0];
      this.port.postMessage(samples === undefined ? new Float32Array(128) : samples.slice());
      return true;
    }
  }
  registerProcessor('test-recorder', Recorder);
});
