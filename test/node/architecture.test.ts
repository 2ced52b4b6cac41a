// The house holds: who may import whom, who owns which dependency, what a page's first load may carry.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, it } from 'node:test';

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
  readonly lazy: boolean;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));

const statement = /^\s*(?:import|export)\s+(?:(type)\s+)?(?:([^'";]*?)\s+from\s+)?'([^']+)'/gm;
const dynamic = /\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf(file: string): Import[] {
  const source = readFileSync(join('src', file), 'utf8');
  const resolve = (name: string) => (name.startsWith('.') ? posix.join(dirname(file), name).replace(/\.js$/, '.ts') : name);
  const direct = [...source.matchAll(statement)].map(([, type, names = '', to = '']) => ({
    from: file,
    to: resolve(to),
    typeOnly: type !== undefined || /^\{(\s*type\s+\w+(\s+as\s+\w+)?\s*,?)+\s*\}$/.test(names.trim()),
    lazy: false,
  }));
  const lazy = [...source.matchAll(dynamic)].map(([, to = '']) => ({ from: file, to: resolve(to), typeOnly: false, lazy: true }));
  return [...direct, ...lazy];
}

const all = files.flatMap(importsOf);
const ours = all.filter(({ to }) => files.includes(to));

/** The room a file stands in. */
function roomOf(file: string): string {
  const [first = '', second = '', third] = file.split('/');
  if (first === 'index.ts' || first === 'define.ts' || file === 'elements/index.ts') return 'doors';
  if (file.startsWith('testing/self-check/')) return 'self-check';
  if (first === 'core') return third === undefined ? 'core' : second;
  if (first === 'elements') return `elements/${second}`;
  return first;
}

const side = ['providers', 'transports', 'dialects', 'store', 'persistence', 'audio'];
const rooms = [...side, 'wire', 'drafts', 'on-device', 'editing', 'media-worker', 'tabs', 'catalog', 'account'];
const core = ['core', ...rooms, 'video', 'realtime', 'video-tools'];
const mayImport: Readonly<Record<string, readonly string[]>> = {
  base: [],
  protocol: [],
  services: ['protocol'],
  picture: [],
  // A file of its own, which a service worker runs.
  push: [],
  core: ['protocol', 'services'],
  // What is read from a wire, and said on it, by more than one plugin.
  wire: ['protocol', 'core'],
  ...Object.fromEntries(side.map((room) => [room, ['protocol', 'services', 'core']])),
  transports: ['protocol', 'core', 'wire'],
  dialects: ['protocol', 'services', 'core', 'wire'],
  // The plugins that a page has, and which of them answers.
  catalog: ['core', 'providers', 'transports', 'dialects', 'on-device'],
  drafts: ['protocol', 'core', 'providers'],
  // Both start the worker for media, which imports the code of both.
  'on-device': ['core', 'providers', 'picture', 'media-worker'],
  editing: ['core', 'media-worker'],
  'media-worker': ['core', 'on-device', 'editing'],
  tabs: ['core', 'persistence'],
  // What is kept of a user here and behind the gateway, merged by what each kind of record is.
  account: ['core', 'persistence', 'store', 'tabs'],
  video: ['protocol', 'core', ...rooms],
  realtime: ['protocol', 'core', ...rooms],
  // The tools of a conversation that make videos.
  'video-tools': ['protocol', 'core', ...rooms, 'video', 'realtime'],
  'elements/shared': ['protocol', ...core],
  'elements/playing': ['elements/shared', ...core],
  'elements/video-generator': ['protocol', 'elements/shared', 'elements/playing', ...core],
  'elements/realtime-voice': ['protocol', 'elements/shared', ...core],
  // Of each element what shows, and nothing that makes.
  'elements/view-only': ['elements/shared', 'elements/video-generator', 'elements/realtime-voice', ...core],
  frameworks: ['elements/video-generator', 'elements/realtime-voice'],
  server: ['protocol', 'services'],
  local: ['protocol', 'services', 'server', 'picture'],
  // It tries what the elements rely on, so it runs the engine.
  'self-check': core,
  testing: [
    'self-check',
    'protocol',
    'services',
    'core',
    'wire',
    'catalog',
    'providers',
    'drafts',
    'transports',
    'dialects',
    'store',
    'persistence',
    'server',
  ],
};

const contractOf: Readonly<Record<string, string>> = {
  providers: 'core/providers/provider.ts',
  transports: 'core/transports/transport.ts',
  dialects: 'core/dialects/dialect.ts',
  persistence: 'core/persistence/storage.ts',
};
const contracts = Object.values(contractOf);
const places = (imports: readonly Import[]): string[] => imports.map(({ from, to }) => `${from} -> ${to}`);

const bag = /^(?:export )?interface (\w*(?:Options|Parts|Listener|Setup|Host|Source|Target|Routes|Plugins))\b[^{]*\{\n([^]*?)^\}/gm;
const members = (body: string) => body.match(/^ {2}(?:readonly )?\w+\??[:(<]/gm) ?? [];

/** What is made of parts to be passed on, and of how many. */
const bagsIn = (some: readonly string[]) =>
  some.flatMap((file) =>
    [...readFileSync(join('src', file), 'utf8').matchAll(bag)].map(([, name = '', body = '']) => ({ name, count: members(body).length })),
  );

describe('import directions', () => {
  it('every file stands in a known room', () => {
    assert.deepEqual(
      files.filter((file) => roomOf(file) !== 'doors' && mayImport[roomOf(file)] === undefined),
      [],
    );
  });

  it('hold in every room', () => {
    const wrong = ours.filter(({ from, to, typeOnly }) => {
      const room = roomOf(from);
      if (room === 'doors' || room === roomOf(to) || (roomOf(to) === 'base' && room !== 'protocol' && room !== 'picture')) return false;
      if (mayImport[room]?.includes(roomOf(to)) === true) return false;
      if (room === 'testing' && to === 'core/realtime/effects/effect.ts') return false;
      return !(typeOnly && side.includes(room) && contracts.includes(to));
    });
    assert.deepEqual(places(wrong), []);
  });

  it('base imports nothing, of ours or of a package', () => {
    assert.deepEqual(places(all.filter(({ from, to }) => roomOf(from) === 'base' && roomOf(to) !== 'base')), []);
  });

  it('nobody imports the doors', () => {
    assert.deepEqual(places(ours.filter(({ to }) => roomOf(to) === 'doors')), []);
  });
});

describe('a room of plugins', () => {
  /** What two of them share has to stand in one of them, or beside both. */
  const shared = [
    // Two wires of one maker.
    ...['openai-ga', 'openai-beta'].map((dialect) => `core/dialects/${dialect}.ts -> core/dialects/openai-words.ts`),
    // Where there is no IndexedDB.
    'core/persistence/indexed-db.ts -> core/persistence/memory.ts',
  ];

  for (const [room, contract] of Object.entries(contractOf)) {
    const plugins = files.filter((file) => roomOf(file) === room && file !== contract);
    const imports = ours.filter(({ from }) => plugins.includes(from));

    it(`${room}: a plugin imports no other plugin, only their contract`, () => {
      assert.ok(plugins.length > 2, 'the search has found them');
      const beside = imports.filter(({ to }) => roomOf(to) === room && to !== contract);
      assert.deepEqual(
        places(beside).filter((place) => !shared.includes(place)),
        [],
      );
    });

    it(`${room}: every plugin is made on the contract`, () => {
      const without = plugins.filter((file) => !imports.some(({ from, to }) => from === file && to === contract));
      assert.deepEqual(without, room === 'dialects' ? ['core/dialects/openai-words.ts'] : []);
    });
  }

  it('providers: a plugin has nothing that a third party has not', () => {
    const doors = ['providers', 'protocol', 'base'];
    assert.deepEqual(
      places(
        ours.filter(({ from, to }) => roomOf(from) === 'providers' && from !== contractOf['providers'] && !doors.includes(roomOf(to))),
      ),
      [],
    );
  });
});

describe('no cycles', () => {
  for (const house of ['base', 'protocol', 'core', 'elements', 'server', 'local', 'picture', 'testing', 'frameworks']) {
    it(`in ${house} no file is reached again from what it imports, types included`, () => {
      const inside = ours.filter(({ from, to }) => from.startsWith(`${house}/`) && to.startsWith(`${house}/`));
      assert.ok(inside.length > 0, 'the walk has found the room');
      const next = new Map<string, string[]>();
      for (const { from, to } of inside) next.set(from, [...(next.get(from) ?? []), to]);
      const isLoop = ({ from, to }: Import) => {
        const seen = new Set([to]);
        for (const file of seen) for (const imported of next.get(file) ?? []) seen.add(imported);
        return seen.has(from);
      };
      assert.deepEqual(places(inside.filter(isLoop)), []);
    });
  }
});

/** Inside two rooms, types included: what is made never imports what makes it. */
const insideRooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'core/realtime': {
    session: ['call', 'connection', 'events', 'speech', 'effects', 'tools', 'history'],
    call: ['connection', 'events', 'speech', 'thread', 'effects', 'tools', 'history'],
    thread: ['speech'],
    effects: ['events', 'speech', 'tools', 'history'],
    history: ['events'],
    connection: [],
    events: [],
    speech: [],
    tools: [],
  },
  'core/video': {
    queue: ['polling', 'files', 'history'],
    // What is being written beside the queue: no task yet.
    drafts: [],
    // What a person keeps for several drafts.
    references: [],
    polling: [],
    files: [],
    history: [],
  },
};

describe('inside a room with rooms', () => {
  for (const [house, mayImportInside] of Object.entries(insideRooms)) {
    const innerRoomOf = (file: string) => file.slice(house.length + 1).split('/')[0] ?? '';
    const inHouse = (file: string) => file.startsWith(`${house}/`);

    it(`${house}: every file stands in a known room`, () => {
      assert.deepEqual(
        files.filter((file) => inHouse(file) && mayImportInside[innerRoomOf(file)] === undefined),
        [],
      );
    });

    it(`${house}: imports go down only`, () => {
      const inner = ours.filter(({ from, to }) => inHouse(from) && inHouse(to));
      assert.ok(inner.length > 30, 'the walk has found the room');
      const wrong = inner.filter(({ from, to }) => {
        const [room, other] = [innerRoomOf(from), innerRoomOf(to)];
        return room !== other && mayImportInside[room]?.includes(other) !== true;
      });
      assert.deepEqual(places(wrong), []);
    });
  }
});

/** A long list of rooms under one name. */
function gathered(imported: readonly string[]): readonly string[] {
  const all = { 'all of core': core, 'core and every room above': ['core', ...rooms] };
  const [name, gone] = Object.entries(all).find(([, list]) => list.every((room) => imported.includes(room))) ?? [];
  return name === undefined ? imported : [...imported.filter((room) => gone?.includes(room) !== true), name];
}

/** The two tables above as CONTRIBUTING.md shows them. */
function drawing(): string {
  const line = (depth: number, names: readonly string[], imported: readonly string[]) =>
    `${`${'  '.repeat(depth)}${names.join(', ')}`.padEnd(26)} -> ${imported.join(', ') || 'nothing'}`;
  const lines = [line(0, ['every room but protocol and picture'], ['base'])];
  const drawn = new Set<string>();
  for (const [room, imported] of Object.entries(mayImport)) {
    if (drawn.has(room)) continue;
    const alike = Object.keys(mayImport).filter(
      (other) => !(`core/${other}` in insideRooms) && mayImport[other]?.join() === imported.join(),
    );
    const names = `core/${room}` in insideRooms ? [room] : alike;
    for (const name of names) drawn.add(name);
    lines.push(line(0, names, gathered(imported)));
    for (const [inner, below] of Object.entries(insideRooms[`core/${room}`] ?? {})) lines.push(line(1, [inner], below));
  }
  return lines.join('\n');
}

describe('CONTRIBUTING.md', () => {
  const marks = ['<!-- imports: test/node/architecture.test.ts draws these -->', '<!-- /imports -->'] as const;

  it('shows who may import whom as it is tested here', () => {
    const text = readFileSync('CONTRIBUTING.md', 'utf8');
    const [before = '', rest = ''] = text.split(marks[0]);
    const [, after = ''] = rest.split(marks[1]);
    const right = `${before}${marks[0]}\n\n\`\`\`\n${drawing()}\n\`\`\`\n\n${marks[1]}${after}`;
    if (process.env['WRITE_MAP'] === '1') writeFileSync('CONTRIBUTING.md', right);
    assert.equal(
      readFileSync('CONTRIBUTING.md', 'utf8'),
      right,
      'Draw it again: WRITE_MAP=1 node --test .build/test/node/architecture.test.js',
    );
  });
});

describe('inside core/realtime', () => {
  const isInside = (file: string) => file.startsWith('core/realtime/');
  const inside = ours.filter(({ from, to }) => isInside(from) && isInside(to));

  it('every effect is made on the contract that a page has', () => {
    const contract = 'core/realtime/effects/effect.ts';
    const effects = files.filter((file) => file.startsWith('core/realtime/effects/') && file !== contract);
    assert.ok(effects.length > 4, 'the search has found them');
    assert.deepEqual(
      effects.filter((file) => !inside.some(({ from, to }) => from === file && to === contract)),
      [],
    );
  });

  it('nobody is passed more than five things at once', () => {
    // What a page may ask for is many things.
    const bags = bagsIn(files.filter((file) => isInside(file) && file !== 'core/realtime/session/session-options.ts'));
    assert.ok(bags.length > 15, 'the search has found them');
    assert.deepEqual(
      bags.filter(({ count }) => count > 5),
      [],
    );
  });
});

describe('inside core/video', () => {
  const isInside = (file: string) => file.startsWith('core/video/');

  it('nobody is passed more than five things at once', () => {
    // What a page may ask for is many things.
    const bags = bagsIn(files.filter((file) => isInside(file) && file !== 'core/video/queue/video-queue.ts'));
    assert.ok(bags.length > 8, 'the search has found them');
    assert.deepEqual(
      bags.filter(({ count }) => count > 5),
      [],
    );
  });

  it('nothing draws', () => {
    const drawing = /\bcreateElement\b|canvas/i;
    const words = (file: string) => readFileSync(join('src', file), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
    assert.deepEqual(
      files.filter((file) => isInside(file) && drawing.test(words(file))),
      [],
    );
  });
});

describe('inside elements', () => {
  const isInside = (file: string) => file.startsWith('elements/');

  it('the classes register nothing: only define.ts does', () => {
    const registers = files.filter((file) => isInside(file) && /customElements\.define\(/.test(readFileSync(join('src', file), 'utf8')));
    assert.deepEqual(registers.toSorted(), [
      'elements/realtime-voice/define.ts',
      'elements/realtime-voice/launcher/define.ts',
      'elements/video-generator/define.ts',
      'elements/view-only/define.ts',
    ]);
    const classes = ours.filter(({ from, to }) => from === 'elements/index.ts' && to.endsWith('/define.ts'));
    assert.deepEqual(places(classes), []);
  });
});

describe('one owner per dependency', () => {
  const owners: readonly [string, RegExp, RegExp][] = [
    ['lit', /^(lit(\/.*)?|@lit\/(?!react$).*)$/, /^elements\//],
    ['react', /^(react|@lit\/react)$/, /^frameworks\/(jsx|react)\.ts$/],
    ['vue', /^vue$/, /^frameworks\/vue\.ts$/],
    ['svelte', /^svelte(\/|$)/, /^frameworks\/svelte\.ts$/],
    ['@cfworker/json-schema', /^@cfworker\/json-schema$/, /^core\/realtime\/tools\/json-schema\.ts$/],
    ['marked', /^marked$/, /^elements\/realtime-voice\/markdown\/markdown-[\w-]+\.ts$/],
    ['client-zip', /^client-zip$/, /^(elements\/video-generator\/gallery\/save-zip|server\/library\/export-zip)\.ts$/],
    ['yauzl', /^yauzl$/, /^local\/library\/library-zip\.ts$/],
    ['idb-keyval', /^idb-keyval$/, /^core\/persistence\/indexed-db\.ts$/],
    ['zod', /^zod(\/|$)/, /^(protocol\/|core\/(?:zod-schema\.ts$|on-device\/)|local\/|server\/|testing\/)/],
    ['node', /^node:/, /^(local\/|server\/node(\.ts$|\/))/],
    [
      'the socket and WebRTC stack',
      /^(ws|@hono\/node-server(\/.*)?|node-datachannel|@evan\/opus|@jsquash\/.*|h264-mp4-encoder|@echogarden\/.*|@bjorn3\/.*)$/,
      /^(local\/|server\/node(\.ts$|\/))/,
    ],
    ['what instances share', /^(ioredis|rate-limiter-flexible)$/, /^server\/state\/redis-(state|connection)\.ts$/],
    ['the stores of a library', /^(pg|@electric-sql\/pglite|aws4fetch|web-push)$/, /^server\/node\/library\//],
    ['ipaddr.js', /^ipaddr\.js$/, /^server\//],
    ['mediabunny', /^mediabunny$/, /^(local\/|core\/on-device\/|core\/editing\/|elements\/playing\/file-tracks)/],
  ];
  const outside = all.filter(({ to }) => !files.includes(to));
  for (const [name, dependency, owner] of owners) {
    it(name, () => assert.deepEqual(places(outside.filter(({ from, to }) => dependency.test(to) && !owner.test(from))), []));
  }
  it('every import of a package has an owner', () => {
    const unowned = outside.filter(({ to }) => !owners.some(([, dependency]) => dependency.test(to)));
    assert.deepEqual(places(unowned), []);
  });
  it('zod is imported as zod/mini', () => {
    assert.deepEqual(places(outside.filter(({ to }) => /^zod(\/|$)/.test(to) && to !== 'zod/mini')), []);
  });
});

describe('the first load of a page', () => {
  /** Everything that is loaded with a file, without what it loads later. */
  function loadedWith(entry: string): Set<string> {
    const seen = new Set<string>([entry]);
    for (const file of seen) {
      if (!files.includes(file)) continue;
      for (const { to, typeOnly, lazy } of importsOf(file)) if (!typeOnly && !lazy) seen.add(to);
    }
    return seen;
  }

  /** Names and lists: no schema. */
  const lightProtocol = ['protocol/checked-names.ts', 'protocol/item-fields.ts', 'protocol/names.ts'];
  for (const entry of ['define.ts', 'index.ts']) {
    it(`${entry} carries no zod, no schema and nothing of Node`, () => {
      const loaded = [...loadedWith(entry)];
      assert.ok(loaded.length > 20, 'the walk has found the house');
      const heavy = loaded.filter(
        (file) => /^(zod|node:|mediabunny|ws$)/.test(file) || (file.startsWith('protocol/') && !lightProtocol.includes(file)),
      );
      assert.deepEqual(heavy, []);
    });
  }

  it('server/index.ts carries nothing of Node, and no client of Redis before it is asked for one', () => {
    const loaded = [...loadedWith('server/index.ts')];
    assert.ok(loaded.length > 20, 'the walk has found the gateway');
    const foreign = loaded.filter(
      (file) => /^(node:|ws$|@hono\/|ioredis$|rate-limiter-flexible)/.test(file) || /^server\/node(\.ts$|\/)/.test(file),
    );
    assert.deepEqual(foreign, []);
  });
});

describe('the files', () => {
  it('are named for what they hold', () => {
    const vague = /(^|\/)(utils?|helpers?|common|manager|types|misc)(\.ts|\/)/;
    assert.deepEqual(
      files.filter((file) => vague.test(file) || /[A-Z_]/.test(file)),
      [],
    );
  });
  it('open with a line that says what lives there', () => {
    assert.deepEqual(
      files.filter((file) => !/^(#!.*\n)?(\/\/|\/\*\*)/.test(readFileSync(join('src', file), 'utf8'))),
      [],
    );
  });
  it('at the top are only the agreed ones', () => {
    const agreed = [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'rollup.config.mjs',
      'src',
      'stories',
      'test',
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CODE_OF_CONDUCT.md',
      'AGENTS.md',
      'LICENSE',
      'CHANGELOG.md',
    ];
    const made = ['node_modules', 'dist', 'coverage'];
    assert.deepEqual(
      readdirSync('.').filter((name) => !name.startsWith('.') && ![...agreed, ...made].includes(name)),
      [],
    );
  });
});
