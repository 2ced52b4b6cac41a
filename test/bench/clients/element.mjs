// A page with our element, whose button is pressed.
const within = (root) =>
  root?.querySelector('.talk') ?? [...(root?.querySelectorAll('*') ?? [])].map(({ shadowRoot }) => within(shadowRoot)).find(Boolean);

const element = document.createElement('realtime-voice');
for (const [name, value] of Object.entries({ 'base-url': '/', model: 'bench', transport: 'websocket' })) element.setAttribute(name, value);
document.body.append(element);

while (!within(element.shadowRoot)) await new Promise(requestAnimationFrame);
globalThis.talk = async () => within(element.shadowRoot).click();
