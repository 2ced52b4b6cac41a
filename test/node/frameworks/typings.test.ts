// The types for JSX, Vue and Svelte say what the custom elements manifest says, and refuse what is wrong. Compiles; runs nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { userFolder } from '../user-folder.js';

interface Described {
  readonly customElement?: boolean;
  readonly name: string;
  readonly tagName: string;
  readonly attributes: readonly { readonly name: string }[];
  readonly members: readonly { readonly kind: string; readonly name: string }[];
  readonly events: readonly { readonly name: string; readonly type: { readonly text: string } }[];
}

const require = createRequire(resolve('package.json'));
const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as {
  readonly modules: readonly { readonly declarations?: readonly Described[] }[];
};
const elements = manifest.modules.flatMap(({ declarations = [] }) => declarations).filter(({ customElement }) => customElement === true);

/** `video-ready` as `VideoReady`. */
const camel = (name: string): string => name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
/** `baseUrl` as `base-url`. */
const hyphenated = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const union = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(' | ');

/** One line for each framework: all the manifest names are typed, and nothing else is. */
function checksOf({ name, tagName, attributes, members, events }: Described): string {
  // `lang` is every element's own.
  const fields = members.filter(({ kind, name }) => kind === 'field' && name !== 'lang').map(({ name }) => name);
  // As a property a tag has no `baseUrl`: a server would write it as an attribute of that name, which is none.
  const named = new Set(attributes.map(({ name }) => name));
  const tag = union([
    ...new Set([
      ...[...named].filter((name) => name !== 'lang'),
      ...fields.filter((field) => named.has(field) || !named.has(hyphenated(field))),
      ...events.map(({ name }) => `on${name}`),
    ]),
  ]);
  const component = union([...new Set([...fields, ...events.map(({ name }) => `on${camel(name)}`)])]);
  const handlers = events.map(
    ({ name: event, type }) => `
export const of${camel(event)}: Same<Told<JSX.IntrinsicElements['${tagName}']['on${event}']>, ${name}Door.${type.text}> = true;
export const listened${camel(event)}: Same<HTMLElementEventMap['${event}'], ${name}Door.${type.text}> = true;`,
  );
  return `
import type * as ${name}Door from 'voxreel/${tagName}';
import { ${name} as ${name}Component } from 'voxreel/react';
export const jsx${name}: Same<Own<keyof JSX.IntrinsicElements['${tagName}'], keyof HTMLAttributes<Element> | 'key' | 'ref'>, ${tag}> = true;
export const svelte${name}: Same<Own<keyof SvelteHTMLElements['${tagName}'], keyof SvelteAttributes<Element>>, ${tag}> = true;
export const vue${name}: Same<Own<keyof InstanceType<GlobalComponents['${tagName}']>['$props'], keyof VueAttributes | keyof PublicProps>, ${component}> = true;
export const react${name}: Exclude<${component}, keyof ComponentProps<typeof ${name}Component>> extends never ? true : never = true;
export const element${name}: Same<HTMLElementTagNameMap['${tagName}'], ${name}Door.${name}> = true;
${handlers.join('')}`;
}

const everything = `
import type { ComponentProps, HTMLAttributes, JSX } from 'react';
import type { GlobalComponents, HTMLAttributes as VueAttributes, PublicProps } from 'vue';
import type { HTMLAttributes as SvelteAttributes, SvelteHTMLElements } from 'svelte/elements';
import type {} from 'voxreel/jsx';
import type {} from 'voxreel/svelte';
import type {} from 'voxreel/vue';
type Own<Keys, Others> = Exclude<Keys, Others>;
/** What the one has and the other has not is in the message of the error. */
type Same<A, B> = [A, B] extends [B, A] ? true : { onlyTyped: Exclude<A, B>; onlyInManifest: Exclude<B, A> };
type Told<Handler extends ((event: never) => void) | undefined> = Parameters<NonNullable<Handler>>[0];
${elements.map(checksOf).join('\n')}
`;

const heading = `
import type {} from 'voxreel/jsx';
import type { SvelteHTMLElements } from 'svelte/elements';
import type {} from 'voxreel/svelte';
import { createRef } from 'react';
import { VideoGenerator } from 'voxreel/react';
import type { RealtimeVoice } from 'voxreel/realtime-voice';
export type Used = [SvelteHTMLElements, typeof createRef, typeof VideoGenerator, RealtimeVoice];
`;

/** What an editor must underline, and why. */
const wrong: readonly (readonly [what: string, code: string, error: RegExp])[] = [
  ['a number for a text', '<video-generator model={3} />', /'number' is not assignable to type 'string/],
  ['a text for a switch', '<video-generator keep-results="yes" />', /'string' is not assignable to type 'boolean/],
  ['an attribute that is none', '<video-generator modle="x" />', /'modle' does not exist/],
  ['a property that a server cannot write', '<video-generator baseUrl="/" />', /'baseUrl' does not exist/],
  ['what another event carries', '<video-generator onvideo-ready={({ draft }) => draft} />', /'draft' does not exist/],
  ['a tool without execute', "<realtime-voice tools={[{ name: 'x' }]} />", /'execute' is missing/],
  [
    'a session that is none',
    '<realtime-voice session={{}} />',
    /is missing the following properties|is not assignable to type 'RealtimeSession/,
  ],
  ['the ref of the other element', '<video-generator ref={createRef<RealtimeVoice>()} />', /'RealtimeVoice'/],
  ['a number for a text of the component', '<VideoGenerator model={3} />', /'number' is not assignable to type 'string/],
  ['what another event of the component carries', '<VideoGenerator onVideoReady={({ draft }) => draft} />', /'draft' does not exist/],
  ['a number in Svelte', "{ model: 3 } satisfies SvelteHTMLElements['video-generator']", /'number' is not assignable to type 'string/],
  [
    'what another event carries in Svelte',
    "{ 'onvideo-ready': ({ draft }) => draft } satisfies SvelteHTMLElements['video-generator']",
    /'draft' does not exist/,
  ],
];

const wrongVue: readonly (readonly [what: string, template: string, error: RegExp])[] = [
  ['a number for a text', '<video-generator :model="3" />', /'number' is not assignable to type 'string/],
  ['a text for a switch', '<video-generator keep-results="yes" />', /'string' is not assignable to type 'boolean/],
  ['what another event carries', '<video-generator @video-ready="({ draft }) => draft" />', /'draft' does not exist/],
  ['a tool without execute', '<realtime-voice :tools="[{ name: \'x\' }]" />', /'execute' is missing/],
];

/** What a compiler says of a project; nothing when it is content. */
function said(compiler: readonly string[], project: string): string {
  try {
    execFileSync(process.execPath, [...compiler, '-p', project, '--pretty', 'false'], { encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

const tsc = [resolve('node_modules/typescript/bin/tsc')];
/** vue-tsc needs a TypeScript with the classic API: the analyzer of the manifest has one of its own. */
const classic = createRequire(require.resolve('@custom-elements-manifest/analyzer/package.json')).resolve('typescript/lib/tsc');
const vueTsc = ['-e', `require(${JSON.stringify(require.resolve('vue-tsc'))}).run(${JSON.stringify(classic)})`, '--', 'vue-tsc'];

let folder: string;
/** A project of its own, inside the package so that its own name leads to what is published. */
function project(name: string, files: Readonly<Record<string, string>>): string {
  const home = join(folder, name);
  mkdirSync(home);
  const config = { extends: resolve('stories/examples/tsconfig.json'), include: ['.'], exclude: [] };
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(config));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text);
  return home;
}

before(() => {
  folder = userFolder('typings');
});
after(() => rmSync(folder, { recursive: true, force: true }));

describe('the types for frameworks', () => {
  it('name what the manifest names, and nothing else', () => {
    assert.equal(elements.length, 2);
    assert.equal(said(tsc, project('every', { 'every.tsx': everything })), '');
  });

  it('take the examples as they are', () => {
    assert.equal(said(tsc, 'stories/examples'), '');
    assert.equal(said(vueTsc, 'stories/examples/vue'), '');
  });
});

describe('the types for React and Svelte refuse', () => {
  let complaints: string;
  before(() => {
    const files = wrong.map(([, code], at): [string, string] => [
      `wrong-${at}.tsx`,
      `${heading}export const it = ${code.startsWith('{') ? `(${code})` : code};\n`,
    ]);
    complaints = said(tsc, project('wrong', Object.fromEntries(files)));
  });
  for (const [at, [what, , error]] of wrong.entries()) it(what, () => assert.match(linesOf(complaints, `wrong-${at}.tsx`), error));
});

describe('the types for Vue refuse', () => {
  let complaints: string;
  before(() => {
    const script = `<script setup lang="ts">\nimport type {} from 'voxreel/vue';\n</script>\n`;
    const files = wrongVue.map(([, template], at): [string, string] => [`Wrong${at}.vue`, `${script}<template>${template}</template>\n`]);
    complaints = said(vueTsc, project('wrong-vue', Object.fromEntries(files)));
  });
  for (const [at, [what, , error]] of wrongVue.entries()) it(what, () => assert.match(linesOf(complaints, `Wrong${at}.vue`), error));
});

/** The complaints about one file, with the lines that explain them. */
function linesOf(complaints: string, file: string): string {
  const parts = complaints.split(/\n(?=\S)/);
  return parts.filter((part) => part.includes(`${file}(`)).join('\n');
}
