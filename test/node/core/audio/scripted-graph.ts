// Web Audio in a process that has none: who is connected to whom, what signal arrives, and worklets whose other side is the test.

export class GraphNode {
  readonly context: unknown;
  readonly #targets = new Set<GraphNode>();
  /** Of a source: the steady value that it gives. */
  value = 0;
  /** What comes in, that much louder. */
  readonly gain = { value: 1 };
  constructor(context: unknown) {
    this.context = context;
    graph.nodes.add(this);
  }
  /** Of a node with several, who leads to which. */
  readonly inputs = new Map<number, Set<GraphNode>>();
  started = false;
  start(): void {
    this.started = true;
  }
  connect(target: GraphNode, _output?: number, input?: number): GraphNode {
    this.#targets.add(target);
    if (input !== undefined) target.inputs.set(input, new Set([...(target.inputs.get(input) ?? []), this]));
    return target;
  }
  disconnect(target?: GraphNode): void {
    const gone = target === undefined ? [...this.#targets] : [target];
    for (const one of gone) {
      if (!this.#targets.delete(one)) throw new DOMException('not connected', 'InvalidAccessError');
      for (const input of one.inputs.values()) input.delete(this);
    }
  }
  leadsTo(other: unknown): boolean {
    return [...this.#targets].some((target) => target === other || target.leadsTo(other));
  }
  get isConnected(): boolean {
    return this.#targets.size > 0;
  }
  get signal(): number {
    const inputs = [...graph.nodes].filter((node) => node.#targets.has(this));
    return (this.value + inputs.reduce((sum, node) => sum + node.signal, 0)) * this.gain.value;
  }
}

class Analyser extends GraphNode {
  readonly fftSize = 512;
  getFloatTimeDomainData(into: Float32Array): void {
    into.fill(this.signal);
  }
}

/** A stream of one steady value. */
export interface SteadyStream extends MediaStream {
  value: number;
}

class StreamSource extends GraphNode {
  readonly #stream: SteadyStream;
  constructor(context: unknown, { mediaStream }: { readonly mediaStream: SteadyStream }) {
    super(context);
    if (graph.refusesStreams) throw new DOMException('another rate', 'NotSupportedError');
    this.#stream = mediaStream;
  }
  override get signal(): number {
    return this.#stream.getAudioTracks().some(({ enabled }) => enabled) ? this.#stream.value : 0;
  }
}

class StreamDestination extends GraphNode {
  readonly stream = {};
}

class Port extends EventTarget {
  readonly sent: unknown[] = [];
  closed = false;
  started = false;
  start(): void {
    this.started = true;
  }
  close(): void {
    this.closed = true;
  }
  /** What the processor says to each message. */
  answer: (message: unknown) => unknown = () => undefined;
  postMessage(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    this.sent.push(structuredClone(message, { transfer: [...transfer] }));
    const answer = this.answer(message);
    if (answer !== undefined) queueMicrotask(() => this.say(answer));
  }
  /** From the processor. */
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

export class Worklet extends GraphNode {
  readonly port = new Port();
  readonly processor: string;
  readonly options: AudioWorkletNodeOptions;
  constructor(context: unknown, processor: string, options: AudioWorkletNodeOptions) {
    super(context);
    this.processor = processor;
    this.options = options;
    graph.worklets.push(this);
  }
  /** What it has to say goes through its port. */
  override get signal(): number {
    return 0;
  }
}

/** A media element. */
export class Player {
  srcObject: unknown;
  muted = false;
  plays = 0;
  paused = true;
  readonly devices: string[] = [];
  constructor() {
    graph.players.push(this);
  }
  async play(): Promise<void> {
    this.plays++;
    if (graph.refusal) throw new DOMException('no', graph.refusal);
    this.paused = false;
  }
  pause(): void {
    this.paused = true;
  }
  async setSinkId(id: string): Promise<void> {
    if (id === graph.missingDevice) throw new DOMException('gone', 'NotFoundError');
    this.devices.push(id);
  }
}

export class Context extends EventTarget {
  state = 'running';
  sampleRate = 48_000;
  currentTime = 0;
  baseLatency = 0;
  outputLatency = 0;
  closes = 0;
  readonly destination = new GraphNode(this);
  readonly modules: string[] = [];
  readonly devices: string[] = [];
  readonly audioWorklet = {
    addModule: async (url: string | URL) => {
      this.modules.push(String(url));
      if (graph.missingModule?.test(String(url))) throw new DOMException('no', 'AbortError');
    },
  };
  resumed: () => Promise<void> = async () => this.become('running');
  async resume(): Promise<void> {
    await this.resumed();
  }
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  async close(): Promise<void> {
    this.closes++;
    this.state = 'closed';
  }
  async setSinkId(id: string): Promise<void> {
    this.devices.push(id);
  }
}

const graph = {
  nodes: new Set<GraphNode>(),
  worklets: [] as Worklet[],
  players: [] as Player[],
  /** By which name an element refuses to play. */
  refusal: undefined as string | undefined,
  refusesStreams: false,
  missingModule: undefined as RegExp | undefined,
  missingDevice: undefined as string | undefined,
};

/** Puts it in place; `remove` takes it away again. */
export function installGraph() {
  Object.assign(graph, { refusal: undefined, refusesStreams: false, missingModule: undefined, missingDevice: undefined });
  graph.nodes.clear();
  graph.worklets.length = graph.players.length = 0;
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const parts: Record<string, unknown> = {
    AudioContext: Context,
    AudioNode: GraphNode,
    GainNode: GraphNode,
    AnalyserNode: Analyser,
    ChannelMergerNode: GraphNode,
    ConstantSourceNode: GraphNode,
    MediaStreamAudioSourceNode: StreamSource,
    MediaStreamAudioDestinationNode: StreamDestination,
    AudioWorkletNode: Worklet,
    Audio: Player,
    document: page,
    navigator: { userAgent: 'scripted' },
  };
  const before = Object.keys(parts).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(parts)) Object.defineProperty(globalThis, name, { configurable: true, value });
  return {
    graph,
    page,
    remove() {
      for (const [name, descriptor] of before)
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
    },
  };
}

/** Its one track is live, enabled, and may end. */
export function steadyStream(value = 0.5): SteadyStream & { readonly track: EventTarget & { enabled: boolean; stops: number } } {
  const track = Object.assign(new EventTarget(), { enabled: true, stops: 0, stop: () => void track.stops++ });
  return { value, track, getAudioTracks: () => [track] } as unknown as ReturnType<typeof steadyStream>;
}

/** What follows from what was just done has happened. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};
