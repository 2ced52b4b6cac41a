// Deltas of one item differ in their id and their text only: what stands around the two is parsed once, and the deltas that follow are cut by it.

type Fields = Record<string, unknown>;
type Parse = (text: string) => Fields | undefined;

/** A delta's text is `head`, its `event_id`, `middle`, its `delta`, `tail`. */
interface Frame {
  readonly head: string;
  readonly middle: string;
  readonly tail: string;
  /** The fields of such a text. */
  readonly fields: Fields;
}

/** The first of these many deltas of an item may make a frame. */
const tries = 4;

/** What JSON cannot hold as it is. */
// oxlint-disable-next-line no-control-regex
const escaped = /["\\\u0000-\u001f]/;

/** `parse` for the texts of a wire. What it gives is equal to what JSON.parse gives, and the caller's own. */
export function parseByFrame(parse: Parse): Parse {
  let frame: Frame | undefined;
  let last: { readonly item: unknown; readonly type: unknown; readonly count: number } | undefined;
  return (wireText) => {
    const known = frame && cut(wireText, frame);
    if (known !== undefined) return known;
    const fields = parse(wireText);
    if (typeof fields?.['delta'] !== 'string') return fields;
    const { item_id: item, type } = fields;
    const count = last !== undefined && item === last.item && type === last.type ? last.count + 1 : 1;
    // From the second on: where items take turns, no frame is made in vain.
    if (count > 1 && count <= tries) frame = frameOf(wireText, fields, parse) ?? frame;
    last = { item, type, count };
    return fields;
  };
}

function cut(wireText: string, { head, middle, tail, fields }: Frame): Fields | undefined {
  const idEnd = wireText.indexOf('"', head.length);
  const start = idEnd + middle.length;
  const end = wireText.length - tail.length;
  // `startsWith` takes V8 as long as parsing the whole text.
  if (start > end || wireText.slice(idEnd, start) !== middle || wireText.slice(0, head.length) !== head || wireText.slice(end) !== tail)
    return undefined;
  const id = wireText.slice(head.length, idEnd);
  const delta = wireText.slice(start, end);
  return escaped.test(id) || escaped.test(delta) ? undefined : { ...fields, event_id: id, delta };
}

function frameOf(wireText: string, { event_id: id, delta, ...others }: Fields, parse: Parse): Frame | undefined {
  // Two events share no object.
  if (typeof id !== 'string' || typeof delta !== 'string' || Object.values(others).some((value) => value instanceof Object))
    return undefined;
  const idStart = wireText.indexOf(`"${id}"`) + 1;
  const idEnd = idStart + id.length;
  const start = wireText.indexOf(`"${delta}"`, wireText.indexOf('"delta"', idEnd) + '"delta"'.length) + 1;
  const [head, middle, tail] = [wireText.slice(0, idStart), wireText.slice(idEnd, start), wireText.slice(start + delta.length)];
  // The same words may stand elsewhere: only where others in their place are read as these two fields, they are these two.
  const fields = parse(`${head}${id}?${middle}${delta}?${tail}`);
  return fields?.['event_id'] === `${id}?` && fields['delta'] === `${delta}?` ? { head, middle, tail, fields } : undefined;
}
