import './copy-code.js';

// Two functions the voice may call: one runs at once, one asks first because it changes the page.
const voice = document.querySelector('realtime-voice');

voice.tools = [
  {
    name: 'local_time',
    description: 'The time of day where the user is, or in another time zone, for example Asia/Shanghai.',
    parameters: {
      type: 'object',
      properties: { time_zone: { type: 'string', description: 'IANA time zone name, for example Europe/Paris' } },
    },
    execute: ({ time_zone }) => new Intl.DateTimeFormat('en', { timeZone: time_zone, timeStyle: 'short' }).format(new Date()),
  },
  {
    name: 'set_theme',
    description: 'Makes the page light or dark.',
    parameters: {
      type: 'object',
      properties: { theme: { type: 'string', enum: ['light', 'dark'] } },
      required: ['theme'],
    },
    approve: true,
    execute: ({ theme }) => {
      document.documentElement.dataset.theme = theme;
      return `The page is ${String(theme)} now.`;
    },
  },
];

// The makers whose keys the server has: their models can be chosen beside those of the service behind the gateway.
const video = document.querySelector('video-generator');
const listed = await fetch('/v1/models');
if (listed.ok) {
  const { data } = await listed.json();
  // A glob stands for names that the page cannot know.
  const names = data.filter(({ id, kind }) => kind === 'video' && !id.includes('*')).map(({ id }) => id);
  video.setAttribute('models', [...names, video.getAttribute('models') ?? ''].join(' '));
}
