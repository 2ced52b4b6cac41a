// Links of what the service says: to the web or to a mail address, or none. Nothing is loaded before it is followed. Knows no tokens.
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

/** `label` with where it leads, unless the label says so itself. `kind`: a word for what is there. */
export function linkView(href: string, label: unknown, text: string, kind?: string): unknown {
  const url = safeAddress(href);
  if (url === undefined) return label;
  const place = url.protocol === 'mailto:' ? decoded(url.pathname) : url.host;
  const said = text.toLowerCase().includes(place.toLowerCase());
  const note = [kind === undefined || text === '' ? '' : kind, said ? '' : place].filter((word) => word !== '').join(', ');
  return html`<a href=${url.href} target="_blank" rel="noopener noreferrer" part="link">${label}</a>${
      note === '' ? nothing : html`<span class="place"> (<bdi>${note}</bdi>)</span>`
    }`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
