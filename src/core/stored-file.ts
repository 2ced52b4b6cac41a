// A file in a record: as its bytes and its type, which every browser can store. Some keep a Blob only as long as the page, or refuse it.
import { isRecord } from '../base/is-record.js';

export interface StoredFile {
  readonly bytes: ArrayBuffer;
  /** MIME type; empty where it is not known. */
  readonly type: string;
}

export const storedFile = async (file: Blob): Promise<StoredFile> => ({ bytes: await file.arrayBuffer(), type: file.type });

/** Undefined for anything that `storedFile` does not write. */
export function readStoredFile(value: unknown): Blob | undefined {
  if (!isRecord(value) || !(value['bytes'] instanceof ArrayBuffer)) return undefined;
  return new Blob([value['bytes']], { type: typeof value['type'] === 'string' ? value['type'] : '' });
}
