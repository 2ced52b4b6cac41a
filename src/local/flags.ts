// The flags of `npx voxreel` and of its commands.
import { parseArgs } from 'node:util';

export type Flags = ReturnType<typeof readFlags>['flags'];

export function readFlags() {
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      origin: { type: 'string', multiple: true },
      name: { type: 'string', multiple: true },
      header: { type: 'string', multiple: true },
      users: { type: 'string' },
      data: { type: 'string' },
      push: { type: 'string' },
      'public-url': { type: 'string' },
      public: { type: 'boolean' },
      log: { type: 'boolean' },
      metrics: { type: 'boolean' },
      faults: { type: 'boolean' },
      model: { type: 'string' },
      prompt: { type: 'string' },
      seconds: { type: 'string' },
      every: { type: 'string' },
      cancel: { type: 'boolean' },
      out: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      'from-records': { type: 'string' },
      'to-records': { type: 'string' },
      'from-files': { type: 'string' },
      'to-files': { type: 'string' },
      records: { type: 'string' },
      files: { type: 'string' },
      user: { type: 'string' },
      framework: { type: 'string' },
      service: { type: 'string', multiple: true },
      version: { type: 'boolean', short: 'v' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  return { flags, command: positionals };
}
