'use client';

import { RealtimeVoice, VideoGenerator } from 'voxreel/react';

const tools = [
  {
    name: 'local_time',
    description: 'The time of day on this device.',
    execute: () => new Date().toLocaleTimeString(),
  },
];

export default function Page() {
  return (
    <main>
      <h1>Videos and voice</h1>
      <VideoGenerator baseUrl="/" model="vidu-q2" keepResults onVideoReady={({ task }) => console.log(`Ready: ${task.prompt}`)} />
      <RealtimeVoice baseUrl="/" model="rehearsal" modalities="text audio" tools={tools} />
    </main>
  );
}
