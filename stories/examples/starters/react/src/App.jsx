const tools = [
  {
    name: 'local_time',
    description: 'The time of day on this device.',
    execute: () => new Date().toLocaleTimeString(),
  },
];

export function App() {
  return (
    <main>
      <h1>Videos and voice</h1>
      <video-generator base-url="/" model="vidu-q2" keep-results onvideo-ready={({ task }) => console.log(`Ready: ${task.prompt}`)} />
      <realtime-voice base-url="/" model="rehearsal" modalities="text audio" tools={tools} />
    </main>
  );
}
