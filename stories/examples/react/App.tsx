// Both elements in React 19: attributes and properties by name, events as `onvideo-ready`, methods by a ref.
import 'voxreel/define'; // before the first render: React gives objects to elements that are defined
import type {} from 'voxreel/jsx';
import type { VideoGenerator } from 'voxreel/video-generator';
import { useRef, useState } from 'react';

import { clock } from '../clock';

const tools = [clock];

export function App() {
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
      <ul>
        {news.map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ul>
    </main>
  );
}
