// What a component was given, named as the attributes of its element. A server can write nothing else, and an element may start before a framework
// has come to set its properties.

/** As an element declares its properties. */
export type Properties = Readonly<Record<string, { readonly attribute?: string | boolean | undefined }>>;

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Text, numbers and switches by the names of their attributes (`baseUrl` is `base-url`), everything else as it was. A switch that is off is left out. */
export function withAttributes(properties: Properties, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const { attribute = false } = Object.hasOwn(properties, name) ? { attribute: true, ...properties[name] } : {};
    if (attribute === false || !isScalar(value)) written[name] = value;
    else if (value !== false) written[attribute === true ? name.toLowerCase() : attribute] = value === true ? '' : value;
  }
  return written;
}
