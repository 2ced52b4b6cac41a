// The demo page and the script-tag build, as a site would serve them: from a fixed list of files, under a strict content security policy.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.map': 'application/json',
};

/** What every page of the demo carries. */
export const pageHeaders = {
  'content-security-policy': "default-src 'self'; require-trusted-types-for 'script'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

export type Pages = (request: Request) => Promise<Response>;
/** `user`: whom the page is for. */
export type UserPages = (request: Request, user: string | undefined) => Promise<Response>;

/** The models of a service of the documents, as the pages name them. */
const upstreamModels = / model="[^"]*" models="[^"]*"| data-model="[^"]*"/;

const elements = /<(?:video-generator|realtime-voice)(?= )/g;
/** Names of users have no character that HTML reads as its own. A page that names its user is shown to nobody else, from no cache. */
const ofUser = (html: string, user: string): string => html.replaceAll(elements, `$& persist="account" user="${user}"`);

const withPush = (html: string): string => html.replaceAll('<video-generator ', '<video-generator push-worker="/cdn/push.js" ');

interface PagesOptions {
  readonly hasUpstream: boolean;
  /** What a user makes is kept in the user's library, rather than in one browser. */
  readonly hasAccounts: boolean;
  /** A user's browser is notified of a video while no page is open. */
  readonly hasPush: boolean;
}

/** Answers `/` with the demo page, `/check` with the browser's self-test and `/cdn/*` with the built files. What is not listed at start does not exist. */
export function createPages({ hasUpstream, hasAccounts, hasPush }: PagesOptions): UserPages {
  const files = new Map<string, string>([
    ['/', join(root, 'stories', 'demo.html')],
    ['/check', join(root, 'stories', 'check.html')],
    ...['demo.js', 'demo.css', 'check.js', 'copy-code.js'].map((name): [string, string] => [`/${name}`, join(root, 'stories', name)]),
    ['/icon.svg', join(root, 'stories', 'demo.svg')],
    // Asked for by browsers when they show a file without a page, and by older ones.
    ['/favicon.ico', join(root, 'stories', 'demo.svg')],
    ...readdirSync(join(root, 'dist', 'cdn')).map((name): [string, string] => [`/cdn/${name}`, join(root, 'dist', 'cdn', name)]),
  ]);
  const page = async (file: string, user: string | undefined): Promise<string> => {
    const html = await readFile(file, 'utf8');
    const fitting = hasUpstream ? html : html.replace(upstreamModels, '');
    const owned = user === undefined ? fitting : ofUser(fitting, user);
    return hasPush ? withPush(owned) : owned;
  };
  return async (request, user) => {
    const file = files.get(new URL(request.url).pathname);
    if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      return new Response('There is nothing here. The demo page is at /, the self-test at /check.\n', {
        status: 404,
        headers: pageHeaders,
      });
    }
    const owner = hasAccounts ? user : undefined;
    const isPage = extname(file) === '.html';
    const body = isPage ? await page(file, owner) : await readFile(file);
    const ownHeaders = isPage && owner !== undefined ? { 'cache-control': 'no-store' } : {};
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: { ...pageHeaders, ...ownHeaders, 'content-type': types[extname(file)] ?? 'application/octet-stream' },
    });
  };
}
