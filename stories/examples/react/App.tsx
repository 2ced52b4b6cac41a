// Both elements in React 19: attributes and properties by name, events as `onvideo-ready`, methods by a ref.
import 'voxreel/define'; // before the first render: React gives objects to elements that are defined
import type {} from 'voxreel/jsx';
import type { VideoGenerator } from 'voxreel/video-generator';
import { useMemo, useRef, useState } from 'react';
import type { RenderedCall } from 'voxreel';

import { clock } from '../clock';
import { useDrawnTool } from './use-drawn-tool';

const Clock = ({ output }: RenderedCall) => <p>{typeof output === 'string' ? `It is ${output}` : 'Looking at the clock'}</p>;

export function App() {
  const [drawnClock, clocks] = useDrawnTool(clock, Clock);
  const tools = useMemo(() => [drawnClock], [drawnClock]);
  const generator = useRef<VideoGenerator>(null);
  const [prompt, setPrompt] = useState('');
  const [news, setNews] = useState<readonly string[]>([]);
  const tell = (line: string) => setNews((lines) => [...lines, line]);

  return (
    <main>
      <form action={() => void generator.current?.generate({ prompt, duration: 2 })}>
        <input aria-label="Idea" value={prompt} onChange={(event) => setPrompt(event.target.value)} />
        <button>Make it</button>
      </form>
      <video-generator
        ref={generator}
        base-url="/"
        model="vidu-q2"
        onvideo-ready={({ task }) => tell(`Ready: ${task.prompt}`)}
        onvideo-error={({ error }) => tell(error.message)}
      />
      <realtime-voice
        base-url="/"
        model="rehearsal"
        modalities="text"
        tools={tools}
        onvoice-tool-call={({ name }) => tell(`Called: ${name}`)}
      />
      {clocks}
      <ul>
        {news.map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ul>
    </main>
  );
}
