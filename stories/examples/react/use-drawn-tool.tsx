// A tool whose calls a React component draws: the conversation shows a node, and a portal fills it.
import { type ComponentType, type ReactPortal, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { RenderedCall, VoiceTool } from 'voxreel';

interface Drawn {
  readonly node: HTMLElement;
  readonly call: RenderedCall;
}

/** The tool to give to `<realtime-voice>`, and what to put anywhere in the app beside it. */
export function useDrawnTool(tool: VoiceTool, Component: ComponentType<RenderedCall>): [VoiceTool, ReactPortal[]] {
  const [calls, setCalls] = useState<ReadonlyMap<string, Drawn>>(new Map());
  const drawnTool = useMemo(() => {
    const nodes = new Map<string, HTMLElement>();
    const render = (call: RenderedCall) => {
      const node = nodes.get(call.callId) ?? document.createElement('div');
      nodes.set(call.callId, node);
      setCalls((before) => new Map(before).set(call.callId, { node, call }));
      return node;
    };
    return { ...tool, render };
  }, [tool]);
  return [drawnTool, [...calls].map(([id, { node, call }]) => createPortal(<Component {...call} />, node, id))];
}
