// The page of a share: shows, plays and reads as it is. With the script of a site its player and transcript become those of the elements.
import { toBase64 } from '../../base/base64.js';
import type { SharedContent } from './shared-content.js';

interface Words {
  readonly video: string;
  readonly conversation: string;
  readonly made: string;
  readonly roles: { readonly user: string; readonly assistant: string };
  readonly over: string;
}

const words: Readonly<Record<'en' | 'zh' | 'ar', Words>> = {
  en: {
    video: 'Shared video',
    conversation: 'Shared conversation',
    made: 'Made with AI.',
    roles: { user: 'Person', assistant: 'AI' },
    over: 'This link does not exist, or has ended.',
  },
  zh: {
    video: '分享的视频',
    conversation: '分享的对话',
    made: '由人工智能生成。',
    roles: { user: '用户', assistant: '人工智能' },
    over: '此链接不存在或已失效。',
  },
  ar: {
    video: 'فيديو تمت مشاركته',
    conversation: 'محادثة تمت مشاركتها',
    made: 'أُنشئ بالذكاء الاصطناعي.',
    roles: { user: 'المستخدم', assistant: 'الذكاء الاصطناعي' },
    over: 'هذا الرابط غير موجود أو انتهت صلاحيته.',
  },
};

const style = `:root{color-scheme:light dark;background:Canvas;color:CanvasText;font:100%/1.5 system-ui,sans-serif}
body{margin:0 auto;max-inline-size:60rem;padding:1rem}
video,img{display:block;max-inline-size:100%;block-size:auto;margin-block:1rem;border-radius:.5rem;background:#000}
dt{font-weight:600}dd{margin:0 0 1rem;white-space:pre-wrap;overflow-wrap:anywhere}`;

/** The first of the visitor's languages that is here. */
function languageOf(request: Request): keyof typeof words {
  const wanted = (request.headers.get('accept-language') ?? '').toLowerCase().split(',', 10);
  return wanted.map((one) => one.trim().slice(0, 2)).find((one): one is keyof typeof words => one in words) ?? 'en';
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? '');

let hash: Promise<string> | undefined;
const styleHash = (): Promise<string> =>
  (hash ??= crypto.subtle.digest('SHA-256', new TextEncoder().encode(style)).then((bytes) => toBase64(new Uint8Array(bytes))));

/** Kept by nobody, found by no search engine, framed by no page, and its address goes to none. */
export const shareHeaders = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

interface Page {
  readonly title: string;
  readonly body: string;
  readonly script?: string | undefined;
}

/** What may run: the script and the files beside it. */
const scriptSource = (script: string): string => (script.startsWith('/') ? "'self'" : new URL(script).origin);

async function page(request: Request, status: number, { title, body, script }: Page): Promise<Response> {
  const language = languageOf(request);
  const html = `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<title>${escaped(title)}</title>
<style>${style}</style>${script === undefined ? '' : `\n<script type="module" crossorigin src="${escaped(script)}"></script>`}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
  const scripts = script === undefined ? '' : ` script-src ${scriptSource(script)};`;
  const policy = `default-src 'none';${scripts} media-src 'self'; img-src 'self'; style-src 'sha256-${await styleHash()}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  const headers = {
    ...shareHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    vary: 'accept, accept-language',
  };
  return new Response(request.method === 'HEAD' ? null : html, { status, headers });
}

export interface ShownFile {
  readonly url: string;
  readonly type: string;
}

export function sharePage(
  request: Request,
  { title, transcript }: SharedContent,
  files: readonly ShownFile[],
  script?: string,
): Promise<Response> {
  const said = words[languageOf(request)];
  const name = title === '' ? (transcript.length > 0 ? said.conversation : said.video) : title;
  const heading = `<h1 dir="auto">${escaped(name)}</h1>`;
  const shown = files.map(({ url, type }) =>
    type.startsWith('image/')
      ? `<img src="${escaped(url)}" alt="${escaped(name)}">`
      : type.startsWith('audio/')
        ? `<audio controls preload="metadata" src="${escaped(url)}" aria-label="${escaped(name)}"></audio>`
        : `<video controls playsinline preload="metadata" src="${escaped(url)}" aria-label="${escaped(name)}"></video>`,
  );
  const lines = transcript.map(
    ({ role, text }) => `<dt class="${role}">${escaped(said.roles[role])}</dt><dd dir="auto">${escaped(text)}</dd>`,
  );
  const list = lines.length === 0 ? [] : ['<dl>', ...lines, '</dl>'];
  const body = [
    '<voxreel-shared>',
    heading,
    ...shown,
    ...list,
    `<p slot="end"><small>${escaped(said.made)}</small></p>`,
    '</voxreel-shared>',
  ];
  return page(request, 200, { title: name, body: body.join('\n'), script });
}

export function endedPage(request: Request): Promise<Response> {
  const { over } = words[languageOf(request)];
  return page(request, 404, { title: over, body: `<h1>${escaped(over)}</h1>` });
}
