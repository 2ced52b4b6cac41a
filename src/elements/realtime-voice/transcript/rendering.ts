// Which tools draw their calls, and where what they draw belongs in the page.
import type { VoiceTool } from '../../../core/realtime/tools/define-tool.js';
import type { TranscriptEntry } from '../../../core/store/conversation-state.js';

/** What a call is drawn with: the same object as long as the tools are the same. */
export interface Rendering {
  /** Whose children the drawn calls become. */
  readonly host: Element;
  /** Undefined for a tool that draws nothing. */
  readonly toolOf: (name: string | undefined) => VoiceTool | undefined;
  readonly failed: (tool: VoiceTool, cause: unknown) => void;
  /** `place` may show something else than before. */
  readonly drawn: (line: TranscriptEntry, place: Element) => void;
}

type Tools = readonly VoiceTool[];

interface RenderingSource extends Pick<Rendering, 'drawn'> {
  /** The session's, the element's own, and those of another element. */
  readonly tools: () => readonly (Tools | undefined)[];
  /** Called once for each tool. */
  readonly failed: Rendering['failed'];
}

/** A tool that is gone still draws the calls it had: the conversation may have gone to an agent with other tools. */
export function createRendering(element: Element, { tools, failed, drawn }: RenderingSource): () => Rendering {
  const byName = new Map<string | undefined, VoiceTool>();
  const reported = new Set<VoiceTool>();
  let known: readonly (Tools | undefined)[] | undefined;
  let rendering: Rendering | undefined;
  const failedOnce = (tool: VoiceTool, cause: unknown) => {
    if (!reported.has(tool)) failed(tool, cause);
    reported.add(tool);
  };
  return () => {
    const given = tools();
    const host = hostOf(element);
    if (rendering?.host === host && given.every((each, at) => each === known?.[at])) return rendering;
    known = given;
    for (const tool of given.flatMap((each) => each ?? [])) if (tool.render !== undefined) byName.set(tool.name, tool);
    return (rendering = { host, toolOf: (name) => byName.get(name), failed: failedOnce, drawn });
  };
}

/** A launcher passes on what stands in its slots, and itself stands where the page's styles are. */
function hostOf(element: Element): Element {
  const root = element.getRootNode();
  return root instanceof ShadowRoot && root.host.localName === 'realtime-voice-launcher' ? root.host : element;
}
