// The files of a new site: what all starters share, what a framework needs beside it, and what is written for the chosen services.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { site } from '../base/site.js';
import { bun, deno, node, type Runtime } from './starter-runtimes.js';
import { backendModule, needsLocal, packagesOf, type Backend } from './starter-services.js';

/** A framework that a new site can be made with. */
export interface Starter {
  readonly title: string;
  /** The folder of its templates. */
  readonly template: string;
  readonly runtime: Runtime;
  /** Files of `shared`, by where they go. */
  readonly shared: Readonly<Record<string, string>>;
  /** What a build leaves. */
  readonly ignored: readonly string[];
  /** The gateway is in `worker.js`, where Node is not: the local service runs beside it, and there is no relay. */
  readonly isWorker?: true;
}

const inPublic = { 'public/icon.svg': 'icon.svg' };
const withStyles = (path: string) => ({ ...inPublic, [path]: 'page.css' });

const express = { template: 'express', shared: withStyles('public/page.css'), ignored: [] };
const vite = { runtime: node, shared: { ...inPublic, 'src/page.css': 'page.css', 'pages.js': 'vite-pages.js' }, ignored: ['dist'] };

export const starters: Readonly<Record<string, Starter>> = {
  express: { title: 'Express and plain pages', runtime: node, ...express },
  react: { title: 'React, built by Vite', template: 'react', ...vite },
  vue: { title: 'Vue, built by Vite', template: 'vue', ...vite },
  angular: {
    title: 'Angular, built by its CLI',
    template: 'angular',
    runtime: node,
    shared: withStyles('src/page.css'),
    ignored: ['.angular', 'dist'],
  },
  sveltekit: {
    title: 'SvelteKit',
    template: 'sveltekit',
    runtime: node,
    shared: { 'static/icon.svg': 'icon.svg', 'src/page.css': 'page.css' },
    ignored: ['.svelte-kit', 'build'],
  },
  astro: {
    title: 'Astro',
    template: 'astro',
    runtime: node,
    shared: withStyles('src/page.css'),
    ignored: ['.astro', 'dist'],
  },
  next: {
    title: 'Next.js',
    template: 'next',
    runtime: node,
    shared: withStyles('app/page.css'),
    ignored: ['.next'],
  },
  nuxt: {
    title: 'Nuxt',
    template: 'nuxt',
    runtime: node,
    shared: withStyles('app/page.css'),
    ignored: ['.nuxt', '.output'],
  },
  worker: {
    title: 'Cloudflare Workers and plain pages',
    template: 'worker',
    runtime: node,
    shared: withStyles('public/page.css'),
    ignored: ['.wrangler', 'public/cdn'],
    isWorker: true,
  },
  bun: { title: 'Express and plain pages, on Bun', runtime: bun, ...express },
  deno: { title: 'Express and plain pages, on Deno', runtime: deno, ...express },
};

/** A framework can have one of its own. */
const inAll = ['server.js', 'environment.js', 'guests.js', 'policy.js'];

/** How a new site is made. */
export interface StarterChoice {
  /** The folder of the templates: one for each framework, and `shared`. */
  readonly templates: string;
  readonly starter: Starter;
  readonly backend: Backend;
  /** Of the package. */
  readonly name: string;
  /** Signs cookies and the ids of videos. */
  readonly secret: string;
  /** Of voxreel: its version, and the ranges of what it needs in some places only. */
  readonly version: string;
  readonly peers: Readonly<Record<string, string>>;
}

interface Manifest {
  readonly engines?: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Every file by its path in the folder of the site. */
export function starterFiles(choice: StarterChoice): ReadonlyMap<string, string> {
  const { templates, backend, secret } = choice;
  const { template, shared, ignored, isWorker } = choice.starter;
  const read = (...path: readonly string[]): string => readFileSync(join(templates, ...path), 'utf8');
  const manifest = manifestOf(choice, JSON.parse(read(template, 'package.json')) as Manifest);
  const keys = backend.services.flatMap(({ variables }) => variables);
  return new Map([
    ...inAll.map((name) => [name, read('shared', name)] as const),
    ...Object.entries(shared).map(([to, from]) => [to, read('shared', from)] as const),
    ...templatesIn(join(templates, template))
      .filter((name) => name !== 'local.js' || needsLocal(backend))
      .map((name) => [name, forBackend(read(template, name), backend)] as const),
    ['backend.js', backendModule(backend, isWorker)],
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ['README.md', readmeOf(choice, manifest)],
    ['.env', environment(secret, keys)],
    ['.env.example', environment('', keys)],
    ['.gitignore', ['node_modules', '.env', ...ignored, ''].join('\n')],
  ]);
}

const templatesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'package.json')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

/** The templates name the models of the local service. With another, the elements choose the first one that it offers. */
function forBackend(text: string, { video, voice }: Backend): string {
  const withVideo = video === 'local' ? text : text.replaceAll(' model="vidu-q2"', '');
  return voice === 'local' ? withVideo : withVideo.replaceAll(' model="rehearsal"', '');
}

function manifestOf({ starter: { runtime }, backend, name, version, peers }: StarterChoice, template: Manifest) {
  const { engines, scripts, dependencies, devDependencies } = template;
  const needed = Object.entries({ ...dependencies, ...packagesOf(backend, peers), voxreel: version });
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: engines ?? { [runtime.engine]: runtime.range },
    scripts: Object.fromEntries(Object.entries(scripts).map(([script, line]) => [script, line.replace(/^node\b/, runtime.program)])),
    dependencies: Object.fromEntries(needed.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    ...(devDependencies !== undefined && { devDependencies }),
  };
}

const environment = (secret: string, keys: readonly string[]): string =>
  [
    '# At least 32 random characters: signs cookies and the ids of videos.',
    `SECRET=${secret}`,
    ...(keys.length > 0 ? ['', '# Stay on the server.', ...keys.map((key) => `${key}=`)] : []),
    '',
  ].join('\n');

/** The command that shows the site while one works on it. */
export const startCommand = ({ runtime }: Starter, { scripts }: Pick<Manifest, 'scripts'>): string =>
  scripts['dev'] === undefined ? runtime.start : `${runtime.run} dev`;

function readmeOf({ starter, backend, name }: StarterChoice, manifest: Manifest): string {
  const makers = backend.services.map(({ title }) => title).join(', ');
  const keys = backend.services.flatMap(({ variables }) => variables);
  return `# ${name}

A page with \`<video-generator>\` and \`<realtime-voice>\`, made with ${starter.title} and ${makers || 'the local service of voxreel'}.

\`\`\`sh
${starter.runtime.install}
${startCommand(starter, manifest)}
\`\`\`

Open http://127.0.0.1:3000/.${keys.length > 0 ? ` First put a value for ${keys.map((key) => `\`${key}\``).join(' and ')} into \`.env\`.` : ''}

| File | |
|---|---|
| \`backend.js\` | the services behind the gateway |
| \`${starter.isWorker ? 'worker.js' : 'server.js'}\` | the ${starter.isWorker ? 'worker' : 'server'} with the gateway: limits, origins, models |
| \`guests.js\` | makes a guest of each browser: put your login here |
| \`policy.js\` | the Content-Security-Policy of every page |
| \`.env\` | keys and the secret; Git ignores it |

## Before you publish it

- Put your login into \`guests.js\`. Guests spend your key, within the limits of the gateway.
${(starter.isWorker ? deployment(backend) : production(starter, manifest)).map((step) => `- ${step}\n`).join('')}- \`${starter.runtime.voxreel} doctor https://your-site\` checks the gateway from outside.
`;
}

function production({ runtime: { run, start } }: Starter, { scripts }: Manifest): readonly string[] {
  const command = scripts['build'] === undefined ? start : `${run} build && ${start}`;
  return [
    'Serve it over https, or no browser opens a microphone. `HOST` and `PORT` say where the server listens.',
    `\`${command}\` with the variables of \`.env.example\` set. The policy applies here${scripts['dev'] === undefined ? '' : ', not in development'}.`,
  ];
}

function deployment(backend: Backend): readonly string[] {
  const edge = `${site}guides/gateway-edge.html`;
  const voices = backend.services.filter(({ voice }) => voice);
  const secrets = ['SECRET', ...backend.services.flatMap(({ variables }) => variables)];
  return [
    `Give the gateway in \`worker.js\` a \`state\` that all isolates share. Without it, each isolate counts its own requests and does not recognize tokens from the others: ${edge}#state`,
    ...(needsLocal(backend)
      ? ['The local service needs Node. Put services into `backend.js` that take its place, and delete `upstream` and `local.js`.']
      : []),
    ...(voices.length > 0 && !voices.some(({ webrtc }) => webrtc)
      ? [`A worker has no relay, and ${voices.map(({ title }) => title).join(', ')} takes no WebRTC: ${edge}#websockets`]
      : []),
    `\`npx wrangler secret put\` for ${secrets.map((name) => `\`${name}\``).join(', ')}, then \`npm run deploy\`.`,
  ];
}
