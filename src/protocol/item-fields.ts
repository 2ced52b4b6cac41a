// The fields that only some conversation items and content parts have, and what the state calls them. The schema, the gateway's check, the
// fold, exports, imports and storages read them here. `core/store/drafts.ts` copies them, spelt out for speed, and `core/store/wire-item.ts`
// says which items a server is given them in: neither compiles where one is missing.

export const itemDetails = {
  call_id: 'callId',
  name: 'name',
  /** JSON text; grows while it streams. */
  arguments: 'arguments',
  output: 'output',
  /** Of an MCP server, which runs the tool itself. */
  server_label: 'serverLabel',
  /** The request that a person answered before the call. */
  approval_request_id: 'approvalRequestId',
  /** Why a call by an MCP server failed. */
  error: 'error',
} as const;

/** Of a content part, beside its type and what becomes of its text. */
export const partDetails = { format: 'format', /** Usually a `data:` address. */ image_url: 'imageUrl' } as const;

/** In the state's words. */
type Named<Details extends Readonly<Record<string, string>>> = {
  readonly [Wire in keyof Details as Details[Wire]]: string | undefined;
};

/** What an item of a conversation has besides its content. */
export type ItemDetails = Named<typeof itemDetails>;

/** What a part of an item has besides its text or sound. */
export type PartDetails = Named<typeof partDetails>;
