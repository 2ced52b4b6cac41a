// A tool whose calls a Vue component draws: the conversation shows a node, and `<Teleport :to="node">` fills it.
import { shallowReactive } from 'vue';
import type { RenderedCall, VoiceTool } from 'voxreel';

interface Drawn {
  readonly node: HTMLElement;
  readonly call: RenderedCall;
}

/** The tool to give to `<realtime-voice>`, and its calls by id. */
export function useDrawnTool(tool: VoiceTool): { tool: VoiceTool; calls: Map<string, Drawn> } {
  const calls = shallowReactive(new Map<string, Drawn>());
  const render = (call: RenderedCall) => {
    const node = calls.get(call.callId)?.node ?? document.createElement('div');
    calls.set(call.callId, { node, call });
    return node;
  };
  return { tool: { ...tool, render }, calls };
}
