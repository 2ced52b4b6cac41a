// Properties and events of the elements. It does not matter whether this runs before or after they are defined.
const generator = document.querySelector('video-generator');
const voice = document.querySelector('realtime-voice');

voice.tools = [
  {
    name: 'local_time',
    description: 'The time of day on this device.',
    execute: () => new Date().toLocaleTimeString(),
  },
];

generator.addEventListener('video-ready', ({ task }) => console.log(`Ready: ${task.prompt}`));
