// Both elements on a page without a framework. It does not matter whether this runs before or after they are defined.
const [form, generator, voice, news] = ['form', 'video-generator', 'realtime-voice', 'ul'].map((name) => document.querySelector(name));

voice.tools = [
  {
    name: 'local_time',
    description: 'The time of day on this device.',
    execute: () => new Date().toLocaleTimeString(),
  },
];

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void generator.generate({ prompt: form.elements.namedItem('idea').value, duration: 2 });
});

function tell(line) {
  const item = document.createElement('li');
  item.textContent = line;
  news.append(item);
}
generator.addEventListener('video-ready', ({ task }) => tell(`Ready: ${task.prompt}`));
generator.addEventListener('video-error', ({ error }) => tell(error.message));
voice.addEventListener('voice-tool-call', ({ name }) => tell(`Called: ${name}`));
