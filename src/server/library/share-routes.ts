// Links to one video or one conversation: their owner makes and ends them, and everyone who has one may look, without a login.
import { json, jsonText, noContent, refuse, refused } from '../answers/answers.js';
import { addHeaders, isResponse } from '../answers/buffered-response.js';
import { toBase64url } from '../../base/base64.js';
import type { Limits } from '../gateway-options.js';
import { parsed } from '../requests/fields.js';
import { readJson } from '../requests/read-json.js';
import { exactly, type Call, type Route } from '../route.js';
import type { FileAnswer } from './file-routes.js';
import { libraryPaths, sharedPath, sharePath, sharedPrefix } from './library-paths.js';
import type { FileIndex, RecordStore } from './record-store.js';
import { isLibraryId, unfitId } from './record-routes.js';
import type { Share, ShareList } from './share-list.js';
import { endedPage, shareHeaders, sharePage } from './share-page.js';
import { contentIn, contentText, filesNamedIn, readShareRequest } from './shared-content.js';

const mostShares = 1000;
const tokenBytes = 24;
/** A share is read into memory to be shown. */
const longestBody = 512 * 1024;

export interface ShareParts {
  readonly shares: ShareList;
  readonly records: RecordStore;
  readonly publicUrl: string | undefined;
  readonly limits: Limits;
}

export function shareRoutes({ shares, records, publicUrl, limits }: ShareParts): readonly Route[] {
  const base = publicUrl?.replace(/\/+$/, '');
  const noShare = (): Response => refuse(404, 'share_not_exist', 'There is no such share.', 'token');
  const create = async (call: Call): Promise<Response> => {
    if (base === undefined) return refuse(400, 'shares_not_available', 'This site gives out no links: its gateway has no publicUrl.');
    const bodyBytes = Math.min(limits.bodyBytes, longestBody);
    const body = await readJson(call.request, { bodyBytes, bodyMs: limits.bodyMs }, call.hold);
    if (isResponse(body)) return body;
    const asked = readShareRequest(body, Date.now());
    if ('refusal' in asked) return refused(asked.refusal);
    const { kind, id, content, expiresAt } = asked;
    if (!isLibraryId(id)) return unfitId();
    const files = kind === 'video' ? await filesOf(call.user.id, id, content.files) : [];
    if (isResponse(files)) return files;
    const token = toBase64url(crypto.getRandomValues(new Uint8Array(tokenBytes)));
    const share = { token, kind, id, data: contentText({ ...content, files }), expiresAt };
    call.note({ id });
    const added = await shares.add(call.user.id, share, mostShares);
    if (added === 'missing') return refuse(404, 'record_not_exist', 'There is no such record.', 'id');
    if (added === 'many') return refuse(413, 'quota_exceeded', `A user has at most ${mostShares} shares. End some first.`, 'shares');
    return json(201, shown({ ...share, visits: 0, createdAt: Date.now() }, base));
  };

  /** Those that are named, else those of the record; or the refusal. */
  async function filesOf(userId: string, id: string, named: readonly string[]): Promise<readonly string[] | Response> {
    const record = named.length > 0 ? undefined : await records.get?.(userId, { kind: 'video', id });
    const files = named.length > 0 ? named : filesNamedIn(parsed(record?.record ?? ''));
    if (files.length === 0)
      return refuse(400, 'nothing_to_share', 'No file of this video is in the library. Store one first, and name it in files.', 'files');
    for (const file of files)
      if ((await records.files.find(userId, file)) === undefined) return refuse(404, 'file_not_exist', 'There is no such file.', 'files');
    return files;
  }

  return [
    { method: 'POST', path: exactly(libraryPaths.shares), answer: create },
    {
      method: 'GET',
      path: exactly(libraryPaths.shares),
      answer: async ({ user }) => json(200, { data: (await shares.list(user.id)).map((share) => shown(share, base)) }),
    },
    {
      method: 'DELETE',
      path: sharePath,
      async answer({ user, parts: [token = ''] }) {
        const isRemoved = await shares.remove(user.id, token);
        return isRemoved ? noContent() : noShare();
      },
    },
  ];
}

const shown = ({ token, kind, id, expiresAt, visits, createdAt }: Omit<Share, 'userId'>, base = ''): object => ({
  token,
  url: `${base}${sharedPrefix}${token}`,
  kind,
  id,
  created_at: createdAt,
  expires_at: expiresAt,
  visits,
});

/** What answers a visitor of a share; undefined for any other path. */
export type Shared = (request: Request, url: URL) => (() => Promise<Response>) | undefined;

interface SharedParts {
  readonly shares: ShareList;
  readonly index: FileIndex;
  readonly answerFile: FileAnswer;
  /** Of the page, where it has one. */
  readonly script: string | undefined;
}

export function createShared({ shares, index, answerFile, script }: SharedParts): Shared {
  async function answer(request: Request, token: string, file: string | undefined): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'method_not_allowed', `This path does not take ${request.method}.`);
    const wantsPage = file === undefined && (request.headers.get('accept') ?? '').includes('text/html');
    const share = await shares.open(token, file === undefined && request.method === 'GET');
    if (share === undefined) return wantsPage ? endedPage(request) : ended();
    const content = contentIn(share.data);
    if (file !== undefined) {
      const id = content.files[Number(file)];
      const found = id === undefined ? ended() : await answerFile(share.userId, id, request);
      addHeaders(found, { 'x-robots-tag': shareHeaders['x-robots-tag'], 'referrer-policy': shareHeaders['referrer-policy'] });
      return found;
    }
    const files = [];
    for (const [at, id] of content.files.entries()) {
      const found = await index.find(share.userId, id);
      if (found !== undefined) files.push({ url: `${sharedPrefix}${token}/files/${at}`, type: found.type });
    }
    if (wantsPage) return sharePage(request, content, files, script);
    const { title, transcript } = content;
    const text = JSON.stringify({ object: 'share', kind: share.kind, title, files, transcript });
    return jsonText(200, text, shareHeaders);
  }
  return (request, { pathname }) => {
    const [, token, file] = sharedPath.exec(pathname) ?? [];
    return token === undefined ? undefined : () => answer(request, token, file);
  };
}

/** One answer, whether it was ended, has expired or never was. */
const ended = (): Response => refuse(404, 'share_not_exist', 'This link does not exist, or has ended.', 'token', shareHeaders);
