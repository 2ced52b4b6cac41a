// A page with our element, whose button is pressed.
import '/cdn/realtime-voice.js';

const within = (root) => root.querySelector('.talk') ?? [...root.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot && within(shadowRoot)).find(Boolean);

const element = document.createElement('realtime-voice');
for (const [name, value] of Object.entries({ 'base-url': '/', model: 'bench', transports: 'websocket' })) element.setAttribute(name, value);
document.body.append(element);

globalThis.talk = async () => within(element.shadowRoot).click();
