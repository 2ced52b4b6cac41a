// Both elements as components: events as `onVideoReady`, objects given as properties in every case. For servers, for React 18, and for those who prefer components.
import { RealtimeVoice, VideoGenerator } from 'voxreel/react';
import type { VideoGenerator as VideoGeneratorElement } from 'voxreel/video-generator';
import { useRef, useState } from 'react';

import { clock } from '../clock';

const tools = [clock];

export function Wrapped() {
  const generator = useRef<VideoGeneratorElement>(null);
  const [prompt, setPrompt] = useState('');
  const [news, setNews] = useState<readonly string[]>([]);
  const tell = (line: string) => setNews((lines) => [...lines, line]);

  return (
    <main>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void generator.current?.generate({ prompt, duration: 2 });
        }}
      >
        <input aria-label="Idea" value={prompt} onChange={(event) => setPrompt(event.target.value)} />
        <button>Make it</button>
      </form>
      <VideoGenerator ref={generator} baseUrl="/" model="vidu-q2" onVideoReady={({ task }) => tell(`Ready: ${task.prompt}`)} />
      <RealtimeVoice
        baseUrl="/"
        model="rehearsal"
        modalities="text"
        tools={tools}
        onVoiceToolCall={({ name }) => tell(`Called: ${name}`)}
      />
      <ul>
        {news.map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ul>
    </main>
  );
}
