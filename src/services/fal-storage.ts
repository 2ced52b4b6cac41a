// Where fal keeps the files of a request: an address is asked for, then the file is put there.
import { VoxreelError } from '../base/errors.js';
import { ask, askJson, errorOf, textAt, type AskInit } from './ask.js';
import type { Outside } from './service.js';

export async function falUpload(
  file: File,
  outside: Outside,
  storage: string,
  headers: AskInit['headers'],
): Promise<{ readonly reference: string }> {
  const asked = { headers, json: { content_type: file.type, file_name: file.name } };
  const place = await askJson(outside, `${storage}/storage/upload/initiate?storage_type=fal-cdn-v3`, asked);
  const [to, reference] = [textAt(place, 'upload_url'), textAt(place, 'file_url')];
  if (to === undefined || reference === undefined)
    throw new VoxreelError('bad_response', 'The service answered without a place for the file.');
  // The address is signed: the key is no business of that host.
  const stored = await ask(outside, to, { method: 'PUT', headers: { 'content-type': file.type }, body: file });
  if (!stored.ok) throw errorOf(stored);
  return { reference };
}
