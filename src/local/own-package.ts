// What package.json says of voxreel itself.
import { createRequire } from 'node:module';

interface OwnPackage {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export const { version, peerDependencies: peers } = createRequire(import.meta.url)('../../package.json') as OwnPackage;
