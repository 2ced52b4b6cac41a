// A page with our gallery of videos.
const element = document.createElement('video-generator');
for (const [name, value] of Object.entries({ 'base-url': '/', model: 'bench' })) element.setAttribute(name, value);
element.toggleAttribute('keep-results', location.search === '?keep');
document.body.append(element);

/** As a visitor does it. */
globalThis.press = () => {
  const area = element.shadowRoot.querySelector('textarea');
  area.value = 'A fox';
  area.dispatchEvent(new Event('input', { bubbles: true }));
  element.shadowRoot.querySelector('[type=submit]').click();
};

globalThis.generate = async (count) => {
  for (let nth = 0; nth < count; nth++) await element.generate({ prompt: `Film ${nth}` });
};
