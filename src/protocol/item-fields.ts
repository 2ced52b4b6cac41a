// The fields that only some conversation items and content parts have. The schema, the gateway's check, the fold, exports, imports and what is
// restored read them here; `core/store/drafts.ts` copies them, spelt out for speed, and does not compile without one.

/** By the wire's name: what the state calls it, the items that have it, and what a server that requires it is given where nothing was said. */
export const itemDetails = {
  call_id: { name: 'callId', types: ['function_call', 'function_call_output'], unsaid: '' },
  name: { name: 'name', types: ['function_call'], unsaid: '' },
  /** JSON text; grows while it streams. */
  arguments: { name: 'arguments', types: ['function_call'], unsaid: '{}' },
  output: { name: 'output', types: ['function_call_output'], unsaid: '' },
} as const;

/** Likewise for a content part, beside its type and what becomes of its text. */
export const partDetails = { format: { name: 'format' } } as const;

/** What every item may have; the state names them alike. */
export const itemHeads = ['id', 'type', 'status', 'role'] as const;

/** In the state's words. */
type Named<Details extends Readonly<Record<string, { readonly name: string }>>> = {
  readonly [Wire in keyof Details as Details[Wire]['name']]: string | undefined;
};

export type ItemDetails = Named<typeof itemDetails>;
export type PartDetails = Named<typeof partDetails>;
