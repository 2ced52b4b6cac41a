// A page whose content policy does not let it ask the service: reports what the developer and a visitor read.
import 'voxreel/define';
import { until } from './until.js';

const { tag, baseUrl } = JSON.parse(window.name) as { readonly tag: 'video-generator' | 'realtime-voice'; readonly baseUrl: string };
let warning: string | undefined;
console.warn = (text: string) => (warning ??= text);

const element = document.createElement(tag);
Object.assign(element, { baseUrl, model: 'a-model', persist: 'none', modalities: 'text' });
document.body.append(element);
await element.updateComplete;
if ('generate' in element) await element.generate({ prompt: 'A heron over water' });
else await element.connect().catch(() => undefined);
const text = () => element.shadowRoot?.textContent ?? '';
await until(() => (warning !== undefined && text().includes('not set up') ? true : undefined), 'the diagnosis');
parent.postMessage({ warning, text: text() }, '*');
