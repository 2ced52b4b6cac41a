// Links in what the service says, to the web or to a mail address. Nothing is loaded before a link is followed.
import { html, nothing } from 'lit';

/** The address as a browser reads it, or undefined for one that is not followed from here. */
export function safeAddress(href: string): URL | undefined {
  try {
    const url = new URL(href);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** `label` followed by where it leads, unless the label is that address. `kind`: a word for what is there. */
export function linkView(href: string, label: unknown, text: string, kind?: string): unknown {
  const url = safeAddress(href);
  if (url === undefined) return label;
  const place = placeBeside(text, url);
  const note = [kind === undefined || text === '' ? '' : kind, place].filter((word) => word !== '').join(', ');
  return html`<a href=${url.href} target="_blank" rel="noopener noreferrer" part="link" aria-description=${note || nothing}>${label}</a>${
      note === '' ? nothing : html`<span class="place"> (<bdi>${note}</bdi>)</span>`
    }`;
}

/** Empty where the label says it: `example.org` does for any page there, `example.org/a` only for that page. */
function placeBeside(text: string, url: URL): string {
  if (url.protocol === 'mailto:') {
    const address = decoded(url.pathname);
    return text.toLowerCase().replace(/^mailto:/, '') === address.toLowerCase() ? '' : address;
  }
  const said = safeAddress(text) ?? (/^[^\s:@]+\.[^\s@]+$/.test(text) ? safeAddress(`https://${text}`) : undefined);
  if (said?.host !== url.host || said.username !== '') return url.host;
  const tail = said.pathname + said.search;
  return tail === '/' || tail === url.pathname + url.search ? '' : url.host + url.pathname;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
