// Files that are too large for JSON: brought to the service of a model once, and named in requests by an id that is good for one user.
import { json, refuse } from './answers/answers.js';
import { isResponse } from './answers/buffered-response.js';
import type { VideoBackend } from './backends/backend.js';
import type { Backends } from './backends/backends.js';
import type { GatewaySettings, GatewayUser } from './gateway-options.js';
import { fileId, isFileId } from './requests/check-image.js';
import { mediaType } from './requests/media-type.js';
import { readCapped } from './requests/read-capped.js';
import { refusedBody } from './requests/read-json.js';
import { exactly, refuseModel, type Call, type Route } from './route.js';
import type { Sealer } from './sealed.js';

export interface UploadedFiles {
  readonly routes: readonly Route[];
  /** The request with files in the place of their ids, and who can make it: files lie with one service. The refusal where one is not this user's. */
  placed(
    user: GatewayUser,
    body: Record<string, unknown>,
    offering: readonly VideoBackend[],
  ): Promise<readonly [Record<string, unknown>, readonly VideoBackend[]] | Response>;
}

export const filesPath = '/v1/files';

export function createUploadedFiles(settings: GatewaySettings, backends: Backends, sealer: Sealer | undefined): UploadedFiles {
  const { limits } = settings;

  const upload = async (call: Call): Promise<Response> => {
    const { request, url, user } = call;
    const models = url.searchParams.getAll('model');
    const [model = ''] = models;
    if (models.length !== 1 || model === '')
      return refuse(400, 'missing_field', 'model is missing: it decides where the file goes.', 'model');
    const refusal = refuseModel(settings, model);
    if (refusal !== undefined) return refusal;
    const backend = backends.offering(model).find((one) => one.upload !== undefined);
    if (backend?.upload === undefined || sealer === undefined)
      return refuse(400, 'upload_not_supported', 'This model takes its pictures in the request itself.', 'model');
    const file = await fileIn(call, limits);
    if (isResponse(file)) return file;
    const reference = await backend.upload(file, call);
    if (isResponse(reference)) return reference;
    const id = fileId(await sealer.seal('file', user.id, [backend.id, reference]));
    return request.signal.aborted ? refuse(400, 'invalid_body', 'The page has left.') : json(200, { id, object: 'file', bytes: file.size });
  };

  return {
    routes: [{ method: 'POST', path: exactly(filesPath), answer: upload }],
    async placed(user, body, offering) {
      let owner: string | undefined;
      let refusal: Response | undefined;
      const place = async (value: unknown): Promise<unknown> => {
        if (Array.isArray(value)) return Promise.all(value.map(place));
        if (typeof value === 'object' && value !== null)
          return Object.fromEntries(await Promise.all(Object.entries(value).map(async ([name, one]) => [name, await place(one)] as const)));
        if (typeof value !== 'string' || !isFileId(value)) return value;
        const [backendId, reference] = (await sealer?.open('file', user.id, value.slice(value.indexOf('_') + 1))) ?? [];
        if (backendId === undefined || (owner !== undefined && owner !== backendId)) refusal = noFile();
        else owner = backendId;
        return reference;
      };
      const placedBody = (await place(body)) as Record<string, unknown>;
      if (refusal !== undefined) return refusal;
      if (owner === undefined) return [body, offering];
      const holding = offering.filter(({ id }) => id === owner);
      return holding.length === 0 ? noFile() : [placedBody, holding];
    },
  };
}

const noFile = (): Response => refuse(400, 'file_not_exist', 'There is no such file for this model. Upload it again.', 'image');

async function fileIn({ request, hold }: Call, { fileBytes, bodyMs }: GatewaySettings['limits']): Promise<File | Response> {
  const type = mediaType(request);
  if (isResponse(type)) return type;
  try {
    const bytes = await readCapped(request, fileBytes, { totalMs: bodyMs, hold });
    if (bytes === undefined) return refuse(400, 'body_too_large', `The file is larger than ${fileBytes} bytes.`, 'body');
    if (bytes.byteLength === 0) return refuse(400, 'invalid_body', 'The file is empty.', 'body');
    return new File([bytes], `file.${type.split('/')[1] ?? 'bin'}`, { type });
  } catch (error) {
    return refusedBody(error, bodyMs, 'The body is incomplete.');
  }
}
