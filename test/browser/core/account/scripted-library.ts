// The library of one user as a gateway keeps it, in this page, as a `fetch`. The Node tests have the real one.
import type { VideoTask } from 'voxreel';

/** The SHA-256 of `https://push.example/x`. */
const browserId = 'b1MSQreDprcs6FnfqXHwelDZokQ8tvQ4tXUikSwLtVY';

interface Kept {
  readonly change: number;
  readonly version: number;
  readonly record: Record<string, unknown> | undefined;
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status, headers });

export function scriptedLibrary() {
  const records = new Map<string, Kept>();
  /** What was deleted and can be restored, the latest last. */
  const bin = new Map<string, Record<string, unknown>>();
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const asked: string[] = [];
  /** Browsers that are notified of videos, by the id that the one test endpoint has. */
  const browsers = new Map<string, Record<string, unknown>>();
  /** Links, by their token. */
  const shares = new Map<string, Record<string, unknown>>();
  /** Pictures of videos, by the path below `/posters/`. */
  const posters = new Map<string, Blob>();
  let isPublic = true;
  let publicKey: string | undefined;
  let change = 0;
  let isOffline = false;
  const say = (stream: ReadableStreamDefaultController<Uint8Array>, event: string) =>
    stream.enqueue(new TextEncoder().encode(`event: ${event}\ndata: {}\n\n`));
  const changeOf = (name: string, { version, record }: Kept) => {
    const [kind, id] = name.split('/');
    return record === undefined ? { kind, id, version, deleted: true } : { kind, id, version, record };
  };
  const write = (name: string, known: number, record: Kept['record']) => {
    const found = records.get(name);
    if ((found?.record === undefined ? 0 : found.version) !== known)
      return json(409, { code: 'conflict', message: 'changed', current: found === undefined ? null : changeOf(name, found) });
    const version = (found?.version ?? 0) + 1;
    if (record === undefined && found?.record !== undefined) bin.set(name, found.record);
    records.set(name, { change: ++change, version, record });
    for (const stream of streams) say(stream, 'changed');
    return json(record === undefined ? 204 : 200, { version }, { etag: `"${version}"` });
  };
  const listen = (signal: AbortSignal | null | undefined) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(stream) {
          streams.add(stream);
          say(stream, 'ready');
          signal?.addEventListener('abort', () => streams.delete(stream) && stream.error(signal.reason));
        },
      }),
    );
  const list = (since: number) => {
    const data = [...records].filter(([, kept]) => kept.change > since).toSorted(([, one], [, other]) => one.change - other.change);
    return json(200, { data: data.map(([name, kept]) => changeOf(name, kept)), cursor: String(change), more: false });
  };
  const binned = (method: string, name: string) => {
    if (method === 'GET') {
      const data = [...bin]
        .toReversed()
        .map(([name, record]) => ({ ...changeOf(name, { change, version: 1, record }), bytes: 2_000_000, deleted_at: Date.now() }));
      return json(200, { data });
    }
    const record = bin.get(name);
    if (name !== '' && record === undefined) return json(404, { code: 'record_not_exist', message: 'It is not in the bin.' });
    if (name === '') bin.clear();
    else bin.delete(name);
    return method === 'POST' ? write(name, 0, record) : json(204, undefined);
  };
  const usage = () => {
    const kept = [...records.values()].filter(({ record }) => record !== undefined).length;
    const of = (count: number) => ({ records: count, bytes: count * 2_000_000 });
    const total = { records: kept, bytes: (kept + bin.size) * 2_000_000 };
    return json(200, { total, kinds: { video: of(kept) }, bin: of(bin.size), limits: { bytes: 10_000_000 }, retention: { bin: 30 } });
  };
  const shared = (method: string, token: string, body: unknown) => {
    if (method === 'GET') return json(200, { data: [...shares.values()].toReversed() });
    if (method === 'DELETE')
      return shares.delete(token) ? json(204, undefined) : json(404, { code: 'share_not_exist', message: 'It has ended.' });
    if (!isPublic) return json(400, { code: 'shares_not_available', message: 'This site gives out no links.' });
    const { kind, id, ...content } = JSON.parse(String(body)) as Record<string, unknown>;
    const record = records.get(`${String(kind)}/${String(id)}`)?.record;
    if (kind === 'video' && !JSON.stringify(record ?? {}).includes('libraryFile'))
      return json(400, { code: 'nothing_to_share', message: 'No file of this video is in the library.' });
    const made = `token-${String(id)}`;
    const url = `https://videos.example/v1/shared/${made}`;
    shares.set(made, { token: made, url, kind, id, created_at: Date.now(), visits: 3, content });
    return json(201, shares.get(made));
  };
  const pushed = (method: string, id: string, body: unknown) => {
    if (publicKey === undefined) return json(404, { code: 'not_found', message: 'There is nothing at this path.' });
    if (method === 'GET') return json(200, { public_key: publicKey });
    if (method === 'DELETE') browsers.delete(id);
    else browsers.set(browserId, JSON.parse(String(body)) as Record<string, unknown>);
    return method === 'DELETE' ? json(204, undefined) : json(201, { id: browserId });
  };
  const drawn = (method: string, path: string, body: unknown) => {
    const isNew = method === 'PUT' && !posters.has(path);
    if (isNew && body instanceof Blob) posters.set(path, body);
    if (method === 'PUT') return new Response(null, { status: isNew ? 201 : 204 });
    return posters.has(path) ? new Response(posters.get(path)) : json(204, undefined);
  };
  const fetch: typeof globalThis.fetch = async (input, { method = 'GET', headers, body, signal } = {}) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
    const path = pathname.replace(/^.*\/v1\/library/, '');
    asked.push(`${method} ${path}`);
    if (isOffline) throw new TypeError('offline');
    if (path === '/events') return listen(signal);
    if (path === '/changes') return list(Number(searchParams.get('since') ?? 0));
    if (path === '/usage') return usage();
    if (path.startsWith('/shares')) return shared(method, path.replace(/^\/shares\/?/, ''), body);
    if (path.startsWith('/push')) return pushed(method, path.replace(/^\/push\/?/, ''), body);
    if (path.startsWith('/posters')) return drawn(method, path.replace('/posters/', ''), body);
    if (path.startsWith('/bin')) return binned(method, path.replace(/^\/bin\/?/, ''));
    const name = decodeURIComponent(path.replace('/records/', ''));
    const known = Number((new Headers(headers).get('if-match') ?? '"0"').slice(1, -1));
    return write(
      name,
      known,
      method === 'DELETE' ? undefined : (JSON.parse(typeof body === 'string' ? body : '{}') as Record<string, unknown>),
    );
  };
  return {
    fetch,
    asked,
    browsers,
    shares,
    posters,
    /** From now on it has no address for links. */
    hide: () => void (isPublic = false),
    /** From now on it sends Web Push. */
    set publicKey(key: string) {
      publicKey = key;
    },
    set offline(offline: boolean) {
      isOffline = offline;
      if (offline) for (const stream of streams) stream.error(new TypeError('offline'));
      if (offline) streams.clear();
      else dispatchEvent(new Event('online'));
    },
    get ids() {
      return [...records].flatMap(([name, { record }]) => (record === undefined ? [] : [name])).sort();
    },
    record: (name: string) => records.get(name)?.record,
    /** As another device writes it. */
    put: (name: string, record: object) => write(name, records.get(name)?.version ?? 0, record as Record<string, unknown>),
  };
}

export const finished = (id: string, user: string, more: Partial<VideoTask> = {}): VideoTask => ({
  version: 2,
  kind: 'video',
  user,
  id,
  taskId: `service ${id}`,
  status: 'succeeded',
  model: 'any-model',
  prompt: `a heron over water, ${id}`,
  providerId: 'generic',
  draft: { model: 'any-model', prompt: 'a heron over water' },
  createdAt: 1_800_000_000_000,
  updatedAt: 1_800_000_060_000,
  deadlineAt: 4e12,
  idempotencyKey: 'k',
  outputs: [{ url: 'https://cdn.example/v.mp4' }],
  ...more,
});
