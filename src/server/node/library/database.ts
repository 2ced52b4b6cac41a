// What the stores of a library ask of a Postgres, whichever it is. Values and rows are text, numbers, booleans and lists of text.

export type Value = string | number | boolean | null | readonly string[];
export type Row = Readonly<Record<string, unknown>>;
/** One statement, with its values as `$1`, `$2` and so on. A server plans one with a `name` once for each connection: always the same text. */
export type Query = (text: string, values?: readonly Value[], name?: string) => Promise<readonly Row[]>;

export interface Database {
  readonly query: Query;
  /** All that `work` asks in one transaction, or nothing where it rejects. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Payloads of `NOTIFY`, from when this resolves on; undefined where some may have been missed. Gives the undo. */
  listen(channel: string, heard: (payload: string | undefined) => void): Promise<() => void>;
  /** May be called twice. */
  close(): Promise<void>;
}
