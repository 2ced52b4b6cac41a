// Where a picture or video comes from, written into its file: "AI-generated", by which model and when.
export interface Origin {
  readonly model: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number | undefined;
}

const generated = 'AI-generated';

export interface OriginTag {
  readonly text: string;
  readonly date: Date;
}

/** What the source says of itself stands where the page does not say more. */
export function originTag({ model, createdAt }: Origin, source: { readonly comment?: string; readonly date?: Date } = {}): OriginTag {
  const date = createdAt === undefined ? (source.date ?? new Date()) : new Date(createdAt);
  if (model === undefined && source.comment?.startsWith(generated)) return { text: source.comment, date };
  return { text: `${generated}${model === undefined ? '' : ` with ${model}`}, ${date.toISOString().slice(0, 10)}`, date };
}

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** For pictures. The source type is IPTC's word for what a model made. */
export const xmpOf = ({ text, date }: OriginTag): string =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ` +
  `xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ` +
  `xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmp:CreateDate="${date.toISOString()}" ` +
  `Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia">` +
  `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></dc:description>` +
  `</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;
