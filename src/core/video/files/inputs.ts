// The files a task was asked with, kept beside its record: so that it can be run again exactly.
import type { FileStore } from './file-store.js';
import { fileIn, withFile } from '../../drafts/file-fields.js';
import type { VideoDraft } from '../../providers/provider.js';
import type { VideoTask } from '../../store/tasks-state.js';
import { inputKey } from './result-keys.js';

export interface Inputs {
  /** `fields`: e.g. `image`, `metadata.image_tail`. Never rejects. */
  keep(id: string, draft: VideoDraft, fields: readonly string[]): Promise<void>;
  /** The task's draft with those that are kept, and the fields of those that are not. */
  read(task: VideoTask): Promise<{ readonly draft: VideoDraft; readonly missing: readonly string[] }>;
}

/** A picture given as text, or an address beside pictures, is kept as text. */
const textType = 'text/x-picture';

export function createInputs(files: FileStore): Inputs {
  const put = async (key: string, value: string | Blob) => {
    const file = typeof value === 'string' ? new Blob([value], { type: textType }) : value;
    return files.put(key, file, { fixed: true }).then(
      () => true,
      () => false,
    );
  };
  const get = async (key: string) => {
    const file = await files.file(key);
    return file?.type === textType ? file.text() : file;
  };
  /** A field is one picture, or a list whose places have keys of their own. */
  const find = async (key: string) => {
    const one = await get(key);
    if (one !== undefined) return one;
    const list = (await files.entries()).filter((entry) => entry.key.startsWith(`${key}.`) && entry.without === undefined);
    const found = await Promise.all(list.map((_, at) => get(`${key}.${at}`)));
    return found.length > 0 && found.every((value) => value !== undefined) ? found : undefined;
  };
  return {
    async keep(id, draft, fields) {
      for (const field of fields) {
        const key = inputKey(id, field);
        const value = fileIn(draft, field);
        const list = Array.isArray(value) ? value.map((one: unknown, at) => [`${key}.${at}`, one] as const) : [[key, value] as const];
        // The last first: a list whose first place is there is whole.
        for (const [place, one] of list.toReversed()) if (!isInput(one) || !(await put(place, one))) break;
      }
    },
    async read({ id, draft, files: fields = [] }) {
      let restored = draft;
      const missing: string[] = [];
      for (const field of fields) {
        const value = await find(inputKey(id, field));
        if (value === undefined) missing.push(field);
        else restored = withFile(restored, field, value);
      }
      return { draft: restored, missing };
    },
  };
}

const isInput = (value: unknown): value is string | Blob => typeof value === 'string' || value instanceof Blob;
