// A page with our gallery of videos.
import '/cdn/video-generator.js';

const element = document.createElement('video-generator');
for (const [name, value] of Object.entries({ 'base-url': '/', model: 'bench' })) element.setAttribute(name, value);
element.toggleAttribute('keep-results', location.search === '?keep');
document.body.append(element);

globalThis.generate = async (count) => {
  for (let nth = 0; nth < count; nth++) await element.generate({ prompt: `Film ${nth}` });
};
