// A service of four lines over a maker that is a function, for what the gateway does around any service.
import { createGateway, memoryState } from 'voxreel/server';
import type { Gateway, GatewayOptions } from 'voxreel/server';
import type { Service, ServiceVideo } from 'voxreel';
import { askJson, processing, succeeded, taskIdAt, textAt } from 'voxreel/services';

export interface Called {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

export interface ScriptedMaker {
  readonly called: Called[];
  /** What the maker answers; a throw is a broken line. */
  answer: (call: Called) => Response | Promise<Response>;
  service(more?: Partial<Omit<Service, 'video'>>, video?: Partial<ServiceVideo>): Service;
}

export const makerUrl = 'https://api.maker.example';
export const makerKey = 'maker-key-0123456789';

/** Takes every task, and has it done at once. */
export function scriptedMaker(): ScriptedMaker {
  const maker: ScriptedMaker = {
    called: [],
    answer: ({ method }) => Response.json(method === 'POST' ? { id: 'job-1' } : { url: 'https://cdn.example.org/film.mp4' }),
    service: (more = {}, video = {}) => ({
      id: 'maker',
      models: [{ model: 'maker-*', kind: 'video' }],
      secrets: [makerKey],
      hosts: ['api.maker.example'],
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const call = { url: request.url, method: request.method, headers: request.headers, body: await request.text() };
        maker.called.push(call);
        return maker.answer(call);
      },
      ...more,
      video: {
        create: async (request, outside) => {
          const body = await askJson(outside, `${makerUrl}/jobs`, { headers: { authorization: `Bearer ${makerKey}` }, json: request });
          return processing(taskIdAt(body, 'id'));
        },
        query: async ({ id }, outside) => {
          const url = textAt(await askJson(outside, `${makerUrl}/jobs/${id}`), 'url');
          return url === undefined ? processing(id) : succeeded(id, [{ url }]);
        },
        ...video,
      },
    }),
  };
  return maker;
}

export const page = 'https://www.example.org';
export const videos = '/v1/video/generations';
export const secret = 'a long random text of the site';

export const siteWith = (services: readonly Service[], options: Partial<GatewayOptions> = {}): Gateway =>
  createGateway({
    services,
    secret,
    authorize: (request) => {
      const id = /^user=(.+)$/.exec(request.headers.get('cookie') ?? '')?.[1];
      return id === undefined ? undefined : { id };
    },
    origins: [page],
    state: memoryState(),
    ...options,
  });

export interface Asking {
  readonly user?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit | object;
}

export async function ask(gateway: Gateway, path: string, { user = 'ann', method, headers = {}, body }: Asking = {}): Promise<Response> {
  const isJson = body !== undefined && typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype;
  return gateway(
    new Request(`http://gateway.test${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { cookie: `user=${user}`, origin: page, ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    }),
  );
}

export const create = (gateway: Gateway, more: object = {}, asking: Asking = {}): Promise<Response> =>
  ask(gateway, videos, { body: { model: 'maker-1', prompt: 'a fox', ...more }, ...asking });

export async function created(gateway: Gateway, more: object = {}, asking: Asking = {}): Promise<string> {
  const answer = await create(gateway, more, asking);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return (JSON.parse(text) as { readonly task_id: string }).task_id;
}

export const jsonOf = async (answer: Response): Promise<Record<string, unknown>> => ({
  httpStatus: answer.status,
  ...((await answer.json()) as object),
});
