// What installs and runs a new site.

export interface Runtime {
  /** Its name in `engines` of package.json. */
  readonly engine: 'node' | 'bun' | 'deno';
  /** The versions that will do, where a framework asks for no newer one. */
  readonly range: string;
  /** Runs a file. */
  readonly program: string;
  readonly install: string;
  /** Runs a script of package.json. */
  readonly run: string;
  /** Runs the script `start`. */
  readonly start: string;
  /** Runs the program of voxreel. */
  readonly voxreel: string;
}

export const node: Runtime = {
  engine: 'node',
  range: '>=20.19',
  program: 'node',
  install: 'npm install',
  run: 'npm run',
  start: 'npm start',
  voxreel: 'npx voxreel',
};

export const bun: Runtime = {
  engine: 'bun',
  range: '>=1.4',
  program: 'bun',
  install: 'bun install',
  run: 'bun run',
  start: 'bun run start',
  voxreel: 'bunx voxreel',
};

export const deno: Runtime = {
  engine: 'deno',
  range: '>=2.9',
  program: 'deno run --allow-all',
  install: 'deno install',
  run: 'deno task',
  start: 'deno task start',
  voxreel: 'deno run --allow-all npm:voxreel',
};
